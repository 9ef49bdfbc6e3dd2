import type { OpenLists } from "@airlock/backend/lists";
import type { FieldProblem, RecordedAnswers } from "@airlock/contract";
import {
  compileFrozen,
  currentBehaviour,
  EffectFailure,
  encodeRecord,
  evaluate,
  evaluateWithEffects,
  readInput,
  type Definition,
  type Effects,
} from "@airlock/engine";
import { newId } from "@airlock/platform";
import { EgressRefusal, withSecrets, type Egress, type OpenSecret } from "@airlock/platform/egress";
import { reasonsOf } from "../definition/reasons-of.ts";
import { askModel } from "../prediction/ask-model.ts";
import type { NodeModels } from "../prediction/models-for.ts";
import type { TestExecutionHead } from "./trace-text.ts";

export type Tested =
  | {
      readonly ok: true;
      readonly head: Omit<TestExecutionHead, "revision" | "solutionWss">;
      /** As the engine encodes it. */
      readonly record: string;
    }
  | { readonly ok: false; readonly code: "INVALID_SOLUTION_DEFINITION" | "INPUT_INVALID"; readonly problems: readonly FieldProblem[] };

export interface TestOf {
  readonly definition: Definition;
  readonly values: Readonly<Record<string, unknown>>;
  readonly given: RecordedAnswers;
  /** Those that the definition's web calls name. */
  readonly secrets: ReadonlyMap<string, OpenSecret>;
  /** Of the predictions, by node. */
  readonly models: NodeModels;
  readonly lists: OpenLists;
  /** Whose web calls these are. */
  readonly organisationId: string;
}

/** Below the console's limit of 30 seconds for a request, so that the response of a test run still arrives. */
const maxMillis = 25_000;

/**
 * Executes a definition with the engine that also serves decisions. Calls with a mock response use it; the others are made as a runtime
 * makes them.
 */
export async function executeTest(
  { definition, values, given, secrets, models, lists, organisationId }: TestOf,
  egress: Egress,
): Promise<Tested> {
  // Validated by the caller.
  const compiled = compileFrozen(definition, currentBehaviour);
  if (!compiled.ok) {
    return { ok: false, code: "INVALID_SOLUTION_DEFINITION", problems: reasonsOf(compiled.findings) };
  }
  const { plan } = compiled;
  const read = readInput(plan, values);
  if (!read.ok) return { ok: false, code: "INPUT_INVALID", problems: read.problems };
  const recorded: RecordedAnswers = { webCalls: {}, predictions: {} };
  const started = Date.now();
  const from = performance.now();
  const run = plan.needsEffects
    ? await evaluateWithEffects(
        plan,
        read.input,
        effectsOf(given, recorded, { organisationId, secrets, models, lists, egress }),
        AbortSignal.timeout(maxMillis),
      )
    : evaluate(plan, read.input, { list: lists });
  const durationMillis = Math.round((performance.now() - from) * 1000) / 1000;
  const webSafeString = newId(started);
  return {
    ok: true,
    head: {
      webSafeString,
      solutionProcessId: webSafeString,
      started: new Date(started).toISOString(),
      ended: new Date(started + Math.round(durationMillis)).toISOString(),
      durationMillis,
      recorded,
    },
    record: encodeRecord(run),
  };
}

/** Longer response bodies are not recorded: they would be too long to read in a test case. */
const longestBody = 100_000;

interface Way {
  readonly organisationId: string;
  readonly secrets: ReadonlyMap<string, OpenSecret>;
  readonly models: NodeModels;
  readonly lists: OpenLists;
  readonly egress: Egress;
}

function effectsOf(given: RecordedAnswers, recorded: RecordedAnswers, { organisationId, secrets, models, lists, egress }: Way): Effects {
  return {
    webCall: async ({ nodeId, method, url, headers, body, timeoutMillis }, signal) => {
      const known = Object.hasOwn(given.webCalls, nodeId) ? given.webCalls[nodeId] : undefined;
      const answer =
        known ??
        (await called(async () => {
          const { call, clean } = withSecrets({ method, url, headers, body, timeoutMillis, owner: organisationId }, (name) =>
            secrets.get(name),
          );
          return clean(await egress.call(call, signal));
        }));
      if (answer.body.length <= longestBody) recorded.webCalls[nodeId] = { status: answer.status, body: answer.body };
      return answer;
    },
    predict: (request) => {
      const { nodeId } = request;
      const known = Object.hasOwn(given.predictions, nodeId) ? given.predictions[nodeId] : undefined;
      const answer = known ?? askModel(models, request);
      const { score, reasonCodes } = answer;
      // A prediction without a score is not recorded, so the next test run calls the model again.
      if (score !== undefined) recorded.predictions[nodeId] = { score, reasonCodes: [...reasonCodes] };
      return answer;
    },
    list: lists,
    today: () => Math.floor(Date.now() / 86_400_000),
  };
}

const adviceOnAddress =
  "Use a mock response to test without this call, or ask an administrator to allow the address with AIRLOCK_EGRESS_ALLOW.";

async function called<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (failure) {
    if (failure instanceof EgressRefusal) {
      const message = failure.whyNotAllowed !== undefined ? `${failure.message} ${adviceOnAddress}` : failure.message;
      throw new EffectFailure(failure.code, message, { cause: failure });
    }
    throw failure;
  }
}
