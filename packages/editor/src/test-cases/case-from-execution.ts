import {
  fieldNames,
  inlined,
  jsonWith,
  readJsonPath,
  type Definition,
  type FlowNode,
  type InlinedPart,
  type MockResponse,
  type MockScore,
} from "@airlock/flow";
import type { CaseValue, TestCase } from "./test-case.ts";

type Values = Readonly<Record<string, CaseValue>>;

/** The required parts of a past execution, as the api returns it with the definition of its version. */
export interface PastExecution {
  readonly webSafeString: string;
  readonly status: "completed" | "failed";
  readonly applicationData: Values;
  readonly runtimeData: Values;
  readonly reasonCodes: readonly string[];
  readonly error?: { readonly code: string; readonly nodeId: string } | undefined;
  readonly steps: readonly {
    readonly nodeId: string;
    readonly reasonCodes: readonly string[];
    readonly changes: readonly { readonly source: string; readonly field: string; readonly after?: CaseValue | undefined }[];
    readonly error?: unknown;
    readonly callFailure?: unknown;
  }[];
  readonly executionEvents: readonly { readonly id: string; readonly action: string; readonly runtimeData: Values }[];
  readonly definition: Definition;
}

const failedCall: MockResponse = { status: 500, body: "" };

/**
 * A past execution as a test case of the solution: its input, the responses of its web calls and predictions, and its outcome. Fields that
 * the solution no longer has are left out.
 */
export function caseFromExecution(id: string, name: string, execution: PastExecution, solution: Definition): TestCase {
  const { webSafeString, status, error, reasonCodes } = execution;
  const nodes = new Map(inlined(execution.definition).nodes.map((node) => [node.id, node]));
  const kept = new Set(inlined(solution).nodes.map(({ id: nodeId }) => nodeId));
  const webCalls: Record<string, MockResponse> = {};
  const predictions: Record<string, MockScore> = {};
  for (const step of execution.steps) {
    const { nodeId } = step;
    const node = nodes.get(nodeId);
    if (node === undefined || !kept.has(nodeId)) continue;
    const { part } = node;
    if (part.type === "WebCall") {
      webCalls[nodeId] =
        step.error === undefined && step.callFailure === undefined ? responseOf({ ...node, part }, step, execution) : failedCall;
    }
    if (part.type === "Prediction") {
      const score = runtimeAfter(nodeId, execution)[fieldNames(node.definition)("Runtime", part.scoreField)];
      if (typeof score === "number") predictions[nodeId] = { score, reasonCodes: [...step.reasonCodes] };
    }
  }
  // A mock response fails with a code of its own, so for a web call the case only expects that it fails.
  const isOfCall = nodes.get(error?.nodeId ?? "")?.part.type === "WebCall";
  return {
    id,
    name,
    input: known(execution.applicationData, solution.applicationDatasetFields, String),
    expect: {
      status,
      ...(error === undefined || isOfCall ? {} : { error: error.code }),
      runtimeData: known(execution.runtimeData, solution.runtimeDatasetFields, (value) => value),
      reasonCodes: [...reasonCodes],
    },
    ...(Object.keys(webCalls).length === 0 ? {} : { webCalls }),
    ...(Object.keys(predictions).length === 0 ? {} : { predictions }),
    executionId: webSafeString,
  };
}

/** A response from which every mapped value can be read again; values that were not mapped are not recorded. */
function responseOf(
  { id, part, definition, path }: InlinedPart<FlowNode & { readonly type: "WebCall" }>,
  { changes }: PastExecution["steps"][number],
  execution: PastExecution,
): MockResponse {
  const after = runtimeAfter(id, execution);
  const nameOf = fieldNames(definition);
  // Application fields of a sub-flow are not recorded: only their changes are known.
  const application = path === "" ? execution.applicationData : {};
  const values = part.responseMapping.flatMap((output) => {
    const source = output.datasetType === "application" ? "Application" : "Runtime";
    const name = nameOf(source, output.fieldName);
    const changed = changes.find((change) => change.source === source && change.field === name)?.after;
    const value = changed ?? (source === "Runtime" ? after : application)[name];
    const path = readJsonPath(output.param);
    return value === undefined || path === undefined ? [] : [[path, value] as const];
  });
  return { status: 200, body: JSON.stringify(jsonWith(values) ?? null) };
}

/** The runtime fields when the node was left. */
function runtimeAfter(nodeId: string, { executionEvents }: PastExecution): Values {
  return executionEvents.find(({ id, action }) => id === nodeId && action === "left")?.runtimeData ?? {};
}

function known<Value>(
  values: Values,
  fields: Definition["applicationDatasetFields"],
  read: (value: CaseValue) => Value,
): Readonly<Record<string, Value>> {
  const names = new Set(fields.map((field) => field.name));
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (names.has(name) ? [[name, read(value)] as const] : [])));
}
