import { readJsonPath, type OutputItem, type WebCallNode } from "@airlock/flow";
import { readAnswerValue } from "../../input/read-value.ts";
import { intern, type Lowering } from "../../program/lowering.ts";
import type { Output, Slot, Template } from "../../program/parts.ts";
import { templateReads } from "../../program/slots-read.ts";
import { EffectFailure } from "../../effect-failure.ts";
import type { EffectResult } from "../../run/effect-step.ts";
import { faultMessage } from "../../fault.ts";
import { followJsonPath } from "../../run/follow-json-path.ts";
import { writeSlot } from "../../run/read-slot.ts";
import type { State } from "../../run/state.ts";
import { asIs, fillTemplate, inAddress, inJson, lowerTemplate } from "../../run/template.ts";
import type { WebCallRequest, WebCallResponse } from "../../types.ts";
import type { EngineKind } from "../kind.ts";

export interface WebCallOperation {
  readonly kind: "WebCall";
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: Template;
  readonly headers: readonly { readonly key: string; readonly value: Template }[];
  readonly body: Template;
  readonly timeoutMillis: number;
  readonly outputs: readonly Output[];
  /** Undefined where a failed call fails the execution. */
  readonly onFailure: OnFailure | undefined;
}

/** [EF12] */
interface OnFailure {
  /** By output; null is missing. */
  readonly defaults: EffectResult;
  readonly failedField: Slot | undefined;
}

export const webCall: EngineKind<WebCallNode, WebCallOperation> = {
  lower: (node, lowering) => ({
    kind: "WebCall",
    method: node.method,
    url: lowerTemplate(node.url, lowering),
    headers: node.headers.map(({ key, value }) => ({ key, value: lowerTemplate(value, lowering) })),
    body: lowerTemplate(node.body, lowering),
    timeoutMillis: node.timeoutMillis,
    outputs: node.responseMapping.map((item) => lowerOutput(item, lowering)).filter((output) => output !== undefined),
    onFailure: lowering.behaviour < 2 || node.ifFails !== "continue" ? undefined : lowerOnFailure(node, lowering),
  }),
  reads: ({ url, headers, body }) => [url, ...headers.map(({ value }) => value), body].flatMap(templateReads),
  writes: ({ outputs, onFailure }) =>
    [...outputs.map(({ target }) => target), onFailure?.failedField].flatMap((target) =>
      target === undefined ? [] : [{ target, literals: undefined }],
    ),
  compile: ({ method, url, headers, body, timeoutMillis, outputs, onFailure }, { nodeId }) => {
    const request = (state: State): WebCallRequest => ({
      nodeId,
      method,
      url: fillTemplate(url, state, inAddress),
      headers: headers.map(({ key, value }) => ({ key, value: fillTemplate(value, state, asIs) })),
      body: fillTemplate(body, state, inJson),
      timeoutMillis,
    });
    return {
      timeoutMillis,
      request: { effect: "webCall", outputs, continues: onFailure !== undefined },
      callHost: async (state, effects, signal) => {
        const call = request(state);
        if (call.headers.some(({ value }) => hasControlCharacter(value))) {
          state.fail("WEB_CALL_HEADER");
          return undefined;
        }
        try {
          const calls = [effects.webCall(call, signal)];
          if (effects.after !== undefined) calls.push(effects.after(timeoutMillis).then(outOfTime));
          const answer = readAnswer(state, await Promise.race(calls), outputs);
          if (answer !== undefined) return answer;
        } catch (failure) {
          state.failEffect(failure, "WEB_CALL_FAILED");
          if (failure instanceof EffectFailure && failure.unanswered) return undefined;
        }
        // [EF10] A run that was cancelled does not continue.
        if (onFailure === undefined || signal.aborted) return undefined;
        const { code, detail } = state.takeFault();
        return [...onFailure.defaults, code, detail ?? faultMessage(code)];
      },
      applyResult: (state, answer) => {
        for (const [index, output] of outputs.entries()) writeSlot(state, output.target, answer[index] ?? undefined);
        if (onFailure?.failedField !== undefined) writeSlot(state, onFailure.failedField, answer.length > outputs.length ? 1 : 0);
      },
    };
  },
  explain: () => ({}),
};

function lowerOutput({ datasetType, fieldName, param }: OutputItem, lowering: Lowering): Output | undefined {
  const target = lowering.slot(datasetType === "application" ? "Application" : "Runtime", fieldName);
  const path = readJsonPath(param) ?? lowering.refuse(`Write a path like $.customer.name: '${param}' is not one.`);
  return target && path && { target, path };
}

function lowerOnFailure({ responseMapping, failedField = "" }: WebCallNode, lowering: Lowering): OnFailure {
  const defaults = responseMapping.map(({ datasetType, fieldName, defaultValue = "" }) => {
    const target = lowering.slot(datasetType === "application" ? "Application" : "Runtime", fieldName);
    if (target === undefined || defaultValue === "") return null;
    return (target.type === "String" ? intern(defaultValue) : lowering.literal(defaultValue, target.type)) ?? null;
  });
  return { defaults, failedField: failedField === "" ? undefined : lowering.numberSlot("Runtime", failedField) };
}

/** [EF5] If the host provides a timer, a call that exceeds its deadline is ended here. */
function outOfTime(): never {
  throw new EffectFailure("WEB_CALL_TIMEOUT", faultMessage("WEB_CALL_TIMEOUT"));
}

/** [EF6] [EF7] The mapped values, each converted to the type of its field. */
function readAnswer(state: State, response: WebCallResponse, outputs: readonly Output[]): EffectResult | undefined {
  if (response.status < 200 || response.status > 299) {
    state.fail("WEB_CALL_STATUS", `The web call was answered with status ${response.status}.`);
    return undefined;
  }
  if (outputs.length === 0) return [];
  let body: unknown;
  try {
    body = JSON.parse(response.body);
  } catch {
    state.fail("RESPONSE_NOT_JSON");
    return undefined;
  }
  const answer: (string | number | null)[] = [];
  for (const { target, path } of outputs) {
    const value = readAnswerValue(followJsonPath(body, path), target.type);
    if (typeof value === "object") {
      state.fail("RESPONSE_VALUE", `The response of the web call for '${target.name}' does not fit: ${value.message}`);
      return undefined;
    }
    answer.push(value ?? null);
  }
  return answer;
}

/** A line break in a header's value would start another header; a tab is allowed. */
function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 32 && code !== 9) || code === 127) return true;
  }
  return false;
}
