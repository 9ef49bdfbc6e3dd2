import { jsonWith } from "@airlock/flow";
import type { CompiledPlan } from "../compile/plan.ts";
import type { Output } from "../program/parts.ts";
import type { DecodedRecord } from "../record/decode-record.ts";
import { EffectFailure } from "../effect-failure.ts";
import { failureIn, type EffectResult, type EffectStep } from "../run/effect-step.ts";
import { recordedLists } from "./recorded-lists.ts";
import { shown } from "../shown.ts";
import type { Effects, ExecutionError, ListVersion, PredictionRequest, WebCallRequest } from "../types.ts";

/** The code of a call whose response is in no record: the outcome of the flow is unknown. */
export const notRecorded = "NOT_RECORDED";

/** Effects that the host computes without external calls. */
export type Host = Pick<Effects, "predict" | "today" | "list">;

interface Recorded {
  readonly failure: EffectFailure | undefined;
  /** A response body from which every mapped value can be read again, and the paths that were mapped. */
  readonly body: string;
  readonly paths: ReadonlySet<string>;
  readonly answer: EffectResult;
}

/**
 * Replays the effects of the flow that made the record, and stores each request with its response. Another flow that makes the same
 * request gets the same response; any other request, or one for a value that was not recorded, fails with `NOT_RECORDED`.
 */
export class RecordedEffects {
  readonly #recorded = new Map<string, Recorded>();
  /** The lists of the record by id, with the keys that were looked up in them. */
  #lists: ReadonlyMap<string, ListVersion> = new Map();
  /** Whether another flow looked something up that neither the record nor the host has. */
  hasUnansweredLookup = false;

  /** For the flow that made the record: responses in their recorded order. */
  own(plan: CompiledPlan, { answers, lookups, error }: Pick<DecodedRecord, "answers" | "lookups" | "error">): Effects {
    const next = answers.values();
    const add = (key: string, nodeId: string): Recorded => {
      const { value, done } = next.next();
      const answer: EffectResult = done === true ? [] : value;
      const step = effectOf(plan, nodeId);
      const outputs = outputsOf(step);
      const continued = step && failureIn(step, answer);
      const failure = done === true ? lastFailure(error, step) : continued && new EffectFailure(continued.code, continued.message);
      const paths = new Set(outputs.map(({ path }) => JSON.stringify(path)));
      const recorded: Recorded = { failure, body: JSON.stringify(bodyOf(outputs, answer) ?? null), paths, answer };
      this.#recorded.set(key, recorded);
      return recorded;
    };
    this.#lists = recordedLists(plan.program.lists, lookups, () => {
      this.hasUnansweredLookup = true;
    });
    return {
      list: (listId) => this.#lists.get(listId),
      webCall: (request) => {
        const { failure, body } = add(callKey(request), request.nodeId);
        return failure === undefined ? Promise.resolve({ status: 200, body }) : Promise.reject(failure);
      },
      predict: (request) => scored(add(predictionKey(request), request.nodeId)),
      today: () => dayIn(add(todayKey, "")),
    };
  }

  /** For any other flow. The host computes scores that were not recorded, and provides lists and the day. */
  other(plan: CompiledPlan, { predict = predictsNothing, today, list }: Partial<Host> = {}): Effects {
    return {
      // The version that the record was made with: only the flows differ then.
      list: (listId) => {
        const recorded = this.#lists.get(listId);
        const found = list?.(listId, recorded?.number) ?? recorded;
        this.hasUnansweredLookup ||= found === undefined;
        return found;
      },
      webCall: (request) => {
        const recorded = this.#recorded.get(callKey(request));
        const isKept =
          recorded !== undefined && outputsOf(effectOf(plan, request.nodeId)).every(({ path }) => recorded.paths.has(JSON.stringify(path)));
        if (!isKept) return Promise.reject(unknown());
        return recorded.failure === undefined ? Promise.resolve({ status: 200, body: recorded.body }) : Promise.reject(recorded.failure);
      },
      predict: (request) => {
        const recorded = this.#recorded.get(predictionKey(request));
        return recorded === undefined ? predict(request) : scored(recorded);
      },
      today: () => {
        const recorded = this.#recorded.get(todayKey);
        if (recorded !== undefined) return dayIn(recorded);
        if (today === undefined) throw unknown();
        return today();
      },
    };
  }
}

function predictsNothing(): never {
  throw unknown();
}

function unknown(): EffectFailure {
  return new EffectFailure(notRecorded, "The recorded execution did not make this call, so its response is unknown.", { unanswered: true });
}

function scored({ failure, answer: [score, ...reasonCodes] }: Recorded) {
  if (failure !== undefined) throw failure;
  return { score: score === null ? undefined : Number(score), reasonCodes: reasonCodes.map(String) };
}

const todayKey = JSON.stringify(["today"]);

function dayIn({ failure, answer: [day] }: Recorded): number {
  if (failure !== undefined) throw failure;
  return Number(day);
}

function callKey({ method, url, headers, body }: WebCallRequest): string {
  return JSON.stringify(["call", method, url, headers, body]);
}

function predictionKey({ config, model, inputs }: PredictionRequest): string {
  return JSON.stringify(["model", config, model, Object.entries(inputs)]);
}

function effectOf({ steps }: CompiledPlan, nodeId: string): EffectStep | undefined {
  return steps.find(({ node }) => node.id === nodeId)?.effect;
}

function outputsOf(step: EffectStep | undefined): readonly Output[] {
  return step?.request.effect === "webCall" ? step.request.outputs : [];
}

/** The failure that ended the execution. A node that continues ends it only where the service was not called or the run was cancelled. */
function lastFailure(error: ExecutionError | undefined, step: EffectStep | undefined): EffectFailure {
  const continues = step?.request.effect === "webCall" && step.request.continues;
  const unanswered = continues || error === undefined || error.code === "CANCELLED";
  return new EffectFailure(error?.code ?? notRecorded, error?.message ?? "", { unanswered });
}

/** The smallest response body in which each path leads to its value. */
function bodyOf(outputs: readonly Output[], answer: EffectResult): unknown {
  return jsonWith(
    outputs.flatMap(({ path, target }, index) => {
      const value = answer[index];
      return value === undefined || value === null ? [] : [[path, shown(target.type, value)] as const];
    }),
  );
}
