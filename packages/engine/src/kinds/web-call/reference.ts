import { markSecrets, referencesInText, readJsonPath, type WebCallNode } from "@airlock/flow";
import { EffectFailure } from "../../effect-failure.ts";
import type { ReferenceEffects } from "../../reference/effects.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import type { Memory } from "../../reference/memory.ts";
import { normalise } from "../../reference/numbers.ts";
import type { Value, WebCallResponse } from "../../types.ts";

export const webCall: ReferenceKind<WebCallNode> = {
  timeoutMillis: (node) => node.timeoutMillis,
  call: (node, memory, _gathered, effects) => runWebCall(node, memory, effects),
};

interface Failed {
  readonly code: string;
  /** [EF12] The service was not called: the flow does not continue. */
  readonly unanswered?: boolean;
}

/** [EF3] to [EF7], [EF12] */
function runWebCall(node: WebCallNode, memory: Memory, effects: ReferenceEffects): string | undefined {
  const failed = callService(node, memory, effects);
  const setFailed = (value: number): void => {
    if (node.ifFails === "continue" && node.failedField !== undefined) memory.set("Runtime", node.failedField, value);
  };
  if (failed === undefined) {
    setFailed(0);
    return undefined;
  }
  if (node.ifFails !== "continue" || failed.unanswered === true) return failed.code;
  for (const { datasetType, fieldName, defaultValue = "" } of node.responseMapping) {
    const source = datasetType === "application" ? ("Application" as const) : ("Runtime" as const);
    const type = memory.type(source, fieldName);
    // Written as text, a default value is read as a value of a response would be; an empty text is missing.
    memory.set(source, fieldName, defaultValue === "" ? undefined : fit(defaultValue, type).value);
  }
  setFailed(1);
  return undefined;
}

function callService(node: WebCallNode, memory: Memory, effects: ReferenceEffects): Failed | undefined {
  const headers = node.headers.map(({ key, value }) => ({ key, value: fill(value, memory, (text) => text) }));
  const hasControl = (text: string): boolean => Array.from(text).some((letter) => letter !== "\t" && (letter < " " || letter === "\u007f"));
  if (headers.some(({ value }) => hasControl(value))) return { code: "WEB_CALL_HEADER", unanswered: true }; // [EF4]
  let response: WebCallResponse;
  try {
    const url = fill(node.url, memory, encodeURIComponent);
    const body = fill(node.body, memory, (text) => JSON.stringify(text).slice(1, -1));
    response = effects.webCall({ nodeId: node.id, method: node.method, url, headers, body, timeoutMillis: node.timeoutMillis });
  } catch (failure) {
    return failure instanceof EffectFailure ? failure : { code: "WEB_CALL_FAILED" }; // [EF9]
  }
  if (response.status < 200 || response.status > 299) return { code: "WEB_CALL_STATUS" }; // [EF6]
  if (node.responseMapping.length === 0) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(response.body);
  } catch {
    return { code: "RESPONSE_NOT_JSON" };
  }
  const outputs = node.responseMapping.map((output) => {
    const source = output.datasetType === "application" ? ("Application" as const) : ("Runtime" as const);
    return {
      source,
      key: output.fieldName,
      ...fit(follow(answer, readJsonPath(output.param) ?? []), memory.type(source, output.fieldName)),
    };
  });
  if (outputs.some(({ fits }) => !fits)) return { code: "RESPONSE_VALUE" }; // [EF7]
  for (const { source, key, value } of outputs) memory.set(source, key, value);
  return undefined;
}

function fill(text: string, memory: Memory, write: (text: string) => string): string {
  let filled = "";
  let at = 0;
  for (const { source, key, from, to } of referencesInText(text)) {
    const value = memory.get(source, key);
    filled +=
      markSecrets(text.slice(at, from)) + (value === undefined ? "" : write(typeof value === "number" ? plain(value) : String(value)));
    at = to;
  }
  return filled + markSecrets(text.slice(at));
}

/** JavaScript writes only Floats near zero with an exponent; they have no more than 12 digits after the point. */
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
  if (type === "Boolean") {
    const isTrue = value === true || value === "true";
    return isTrue || value === false || value === "false" ? { fits: true, value: isTrue } : refused;
  }
  if (type === "Date") return typeof value === "string" && isDay(value) ? { fits: true, value } : refused;
  const pattern = type === "Integer" ? /^-?[0-9]{1,20}$/ : /^-?[0-9]{1,20}(\.[0-9]{1,40})?$/;
  const number = typeof value === "string" && pattern.test(value) ? Number(value) : value;
  if (typeof number !== "number") return refused;
  if (type === "Integer") return Number.isSafeInteger(number) ? { fits: true, value: number + 0 } : refused;
  const float = normalise(number, Math.abs(number));
  return typeof float === "string" ? refused : { fits: true, value: float };
}

/** [VA7] */
function isDay(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const isLeapYear = Number(year) % 400 === 0 || (Number(year) % 4 === 0 && Number(year) % 100 !== 0);
  const days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(year) > 0 && Number(day) > 0 && Number(day) <= days;
}
