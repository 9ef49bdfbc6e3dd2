import type { Resource, SolutionFields, TestExecutionFields } from "@airlock/contract";
import { columnValues, traceOf, valuesAt, type Editor, type Trace, type ValuesAt } from "@airlock/editor";
import { inlined, isNumberType, mocksInUse, readNumberText, type CaseValue, type Definition, type TestCase } from "@airlock/flow";
import { useState } from "react";
import { asProblem } from "../../api/api-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { noteStep } from "../../parts/first-run/first-run-marks.ts";
import type { Saving } from "../saving/use-saving.ts";

/** The results of the last test execution, and its path on the diagram. */
export interface Run {
  readonly execution: TestExecutionFields;
  /** The values that were sent: the test data may have been changed since. */
  readonly input: Readonly<Record<string, CaseValue>>;
  readonly trace: Trace;
  /** The values at each node, so that every condition can show whether it held. */
  readonly values: ValuesAt;
  /** The name of the node that failed, if one did. */
  readonly failedAt: string | undefined;
  /** The names of the Ends that the run reached: more than one is seldom meant. */
  readonly ends: readonly string[];
}

/** The responses of web calls and predictions. */
export type Answers = Pick<TestCase, "webCalls" | "predictions">;

/** The input of a test execution: each value in the type of its field, empty ones left out. */
function dataSetOf(definition: Definition): Readonly<Record<string, CaseValue>> {
  const types = new Map(definition.applicationDatasetFields.map((field) => [field.name, field.type]));
  return Object.fromEntries(
    definition.applicationTestData.flatMap(({ name, value }): readonly (readonly [string, CaseValue])[] => {
      const type = types.get(name);
      if (type === undefined || value === "") return [];
      if (type === "Boolean" && (value === "true" || value === "false")) return [[name, value === "true"]];
      if (!isNumberType(type)) return [[name, value]];
      const number = readNumberText(value, type);
      // Invalid numbers are sent unchanged: the server reports what is wrong.
      return [[name, number.ok ? number.value : value]];
    }),
  );
}

/**
 * Test execution, as the specification has it: clear the previous result, save through the definition link, and on success post the
 * data set to the execute link. Who may not save executes what is saved.
 */
export function useExecution(editor: Editor, solution: Resource<SolutionFields>, saving: Saving) {
  const client = useClient();
  const { organisationWss } = useProfile()._embedded;
  const messages = useMessages();
  const [run, setRun] = useState<Run>();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [isExecuting, setExecuting] = useState(false);
  const href = linkFor(solution, "execute", "POST");

  const execute = async () => {
    if (href === undefined || isExecuting) return;
    setRun(undefined);
    setProblems(new Map());
    setExecuting(true);
    try {
      if (saving.maySave && editor.isDirty && !(await saving.save())) return;
      const { definition } = editor;
      const dataSet = dataSetOf(definition);
      const body = { ...dataSet, $recorded: mocksInUse(definition.mocks) };
      const { _embedded: execution } = await client.post("solution.execute", href, { body });
      const events = execution.executionEvents.map(asEvent);
      const trace = traceOf(editor.state.document, events, execution.linksTaken, execution.error);
      const failedAt = execution.error ? labelsOf(definition, execution.error.nodeId) : undefined;
      const { nodes } = editor.state.document;
      const ends = [...trace.nodes.keys()].flatMap((id) => nodes.get(id) ?? []).filter((node) => node.type === "End");
      const { linksTaken, tables } = execution;
      setRun({
        execution,
        input: dataSet,
        trace,
        values: valuesAt(events, dataSet, { linksTaken, columns: columnValues(definition, tables), definition }),
        failedAt,
        ends: ends.map(({ label }) => label),
      });
      noteStep(organisationWss, "tested");
      if (execution.error) messages.error("Execute", execution.error.message, execution.error.code);
    } catch (error) {
      const problem = asProblem(error);
      setProblems(new Map(problem.problems.map(({ field, message }) => [field, message])));
      // The session reports 401 and 403 itself.
      if (problem.status !== 401 && problem.status !== 403) {
        const [first] = problem.problems;
        // A problem of the input is at a field that the user knows by name; one of the definition names its node itself.
        const where = problem.code === "INPUT_INVALID" && first !== undefined && first.field !== "" ? `${first.field}: ` : "";
        const detail = first === undefined ? problem.description : `${where}${first.message}`;
        messages.error("Execute", `${problem.message}. ${detail}`, problem.code);
      }
    } finally {
      setExecuting(false);
    }
  };
  return {
    mayExecute: href !== undefined,
    isExecuting,
    run,
    /** Problems that the server reported for single fields. */
    problems,
    execute,
    clear: () => setRun(undefined),
  };
}
export type Execution = ReturnType<typeof useExecution>;

/** "Affordability, Debt ratio" for a node inside a sub-flow. */
function labelsOf(definition: Definition, nodeId: string): string | undefined {
  const labels = new Map(inlined(definition).nodes.map(({ id, part }) => [id, part.label]));
  const ids = nodeId.split("/").map((_, depth, parts) => parts.slice(0, depth + 1).join("/"));
  const found = ids.flatMap((id) => labels.get(id) ?? []);
  return found.length === ids.length ? found.join(", ") : undefined;
}

function asEvent({ id, action, eventType, runtimeData }: TestExecutionFields["executionEvents"][number]) {
  const known: "triggered" | "left" | "ERROR" = action === "triggered" || action === "left" ? action : "ERROR";
  return { id, action: known, eventType, runtimeData };
}
