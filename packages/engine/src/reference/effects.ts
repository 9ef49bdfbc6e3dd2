import { markSecrets, referencesInText, readJsonPath, type PredictionNode, type WebCallNode } from "@airlock/flow";
import { EffectFailure } from "../run/effect-failure.ts";
import type { PredictionRequest, PredictionResponse, Value, WebCallRequest, WebCallResponse } from "../types.ts";
import type { Memory } from "./memory.ts";
import { giveReason, storeNumber, type Gathered } from "./nodes.ts";
import { bringBack } from "./numbers.ts";

/** The world, answering at once. A failure is thrown, as an `EffectFailure` or otherwise. */
export interface ReferenceEffects {
  readonly webCall: (request: WebCallRequest) => WebCallResponse;
  readonly predict: (request: PredictionRequest) => PredictionResponse;
}

/** [EF3] to [EF7] */
export function runWebCall(node: WebCallNode, memory: Memory, effects: ReferenceEffects): string | undefined {
  const headers = node.headers.map(({ key, value }) => ({ key, value: fill(value, memory, (text) => text) }));
  const hasControl = (text: string): boolean => Array.from(text).some((letter) => letter !== "\t" && (letter < " " || letter === "\u007f"));
  if (headers.some(({ value }) => hasControl(value))) return "WEB_CALL_HEADER"; // [EF4]
  let response: WebCallResponse;
  try {
    const url = fill(node.url, memory, encodeURIComponent);
    const body = fill(node.body, memory, (text) => JSON.stringify(text).slice(1, -1));
    response = effects.webCall({ nodeId: node.id, method: node.method, url, headers, body, timeoutMillis: node.timeoutMillis });
  } catch (failure) {
    return failure instanceof EffectFailure ? failure.code : "WEB_CALL_FAILED"; // [EF9]
  }
  if (response.status < 200 || response.status > 299) return "WEB_CALL_STATUS"; // [EF6]
  if (node.responseMapping.length === 0) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(response.body);
  } catch {
    return "RESPONSE_NOT_JSON";
  }
  const outputs = node.responseMapping.map((output) => {
    const source = output.datasetType === "application" ? ("Application" as const) : ("Runtime" as const);
    return {
      source,
      key: output.fieldName,
      ...fit(follow(answer, readJsonPath(output.param) ?? []), memory.type(source, output.fieldName)),
    };
  });
  if (outputs.some(({ fits }) => !fits)) return "RESPONSE_VALUE"; // [EF7]
  for (const { source, key, value } of outputs) memory.set(source, key, value);
  return undefined;
}

/** [EF8] */
export function runPrediction(node: PredictionNode, memory: Memory, effects: ReferenceEffects, gathered: Gathered): string | undefined {
  const inputs = Object.create(null) as Record<string, Value>; // Object.create answers `any`
  for (const { name, datasource, fieldKey } of node.inputFields) inputs[name] = memory.get(datasource, fieldKey);
  let response: PredictionResponse;
  try {
    const { id: nodeId, config, model, reasonCodes } = node;
    response = effects.predict({ nodeId, config, model, inputs, reasonCodes }); // [EF11]
  } catch (failure) {
    return failure instanceof EffectFailure ? failure.code : "PREDICTION_FAILED";
  }
  const failure = storeScore(node, response.score, memory);
  if (failure === undefined) for (const code of response.reasonCodes.slice(0, 100)) giveReason(code, gathered);
  return failure;
}

function storeScore({ scoreField }: PredictionNode, given: number | undefined, memory: Memory): string | undefined {
  if (given === undefined) {
    memory.set("Runtime", scoreField, undefined);
    return undefined;
  }
  const score = bringBack(given, Math.abs(given));
  return typeof score === "string" ? "PREDICTION_FAILED" : storeNumber(scoreField, { type: "Float", value: score }, memory);
}

function fill(text: string, memory: Memory, write: (text: string) => string): string {
  let filled = "";
  let at = 0;
  for (const { source, key, from, to } of referencesInText(text)) {
    const value = memory.get(source, key);
    filled += markSecrets(text.slice(at, from)) + (value === undefined ? "" : write(typeof value === "string" ? value : plain(value)));
    at = to;
  }
  return filled + markSecrets(text.slice(at));
}

/** Only Floats near zero are written with an exponent by the host; 12 digits after the point are then all there is. */
function plain(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(12).replace(/0+$/, "") : text;
}

function follow(value: unknown, path: readonly (string | number)[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") return Array.isArray(value) ? follow(value[step], rest) : undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const own = Object.entries(value).find(([name]) => name === step);
  return own === undefined ? undefined : follow(own[1], rest);
}

/** [VA4] [EF7] */
function fit(value: unknown, type: string): { readonly fits: boolean; readonly value: Value } {
  const missing = { fits: true, value: undefined };
  const refused = { fits: false, value: undefined };
  if (value === undefined || value === null) return missing;
  if (type === "String") {
    if (typeof value === "number" || typeof value === "boolean") return { fits: true, value: String(value) };
    return typeof value === "string" && value.length <= 10_000 && value.isWellFormed() ? { fits: true, value } : refused;
  }
  if (value === "") return missing;
  const pattern = type === "Integer" ? /^-?[0-9]{1,20}$/ : /^-?[0-9]{1,20}(\.[0-9]{1,40})?$/;
  const number = typeof value === "string" && pattern.test(value) ? Number(value) : value;
  if (typeof number !== "number") return refused;
  if (type === "Integer") return Number.isSafeInteger(number) ? { fits: true, value: number + 0 } : refused;
  const float = bringBack(number, Math.abs(number));
  return typeof float === "string" ? refused : { fits: true, value: float };
}
