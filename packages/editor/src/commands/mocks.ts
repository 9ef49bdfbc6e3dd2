import { limits, type Mocks, type SavedMockResponse } from "@airlock/flow";
import { nodeTitle } from "../document/titles.ts";
import { grouped, refusal } from "../rules/refusal.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { done, refused, type Command } from "./command.ts";

const [minStatus, maxStatus] = [100, 999];

/** The response that replaces a web call in test executions; undefined removes it. Continuous typing is one step. */
export function setMockResponse(nodeId: string, mock: SavedMockResponse | undefined): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    const reason = mock === undefined ? undefined : (whyNotStatus(mock.status) ?? whyNotText(mock.body, limits.recordedBodyLength));
    if (reason !== undefined) return refused(reason);
    const mocks = { ...document.mocks, webCalls: withEntry(document.mocks.webCalls, nodeId, mock) };
    if (isFull(mocks)) return refused(refusal("MOCKS_FULL", { max: grouped(limits.caseEntries) }));
    return done(`Change mock response of ${nodeTitle(node)}`, { ...document, mocks }, { mergeWith: `mock ${nodeId}` });
  };
}

/** The score that replaces a prediction in test executions; undefined removes it. */
export function setMockScore(nodeId: string, score: number | undefined): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    const mock = score === undefined ? undefined : { score, reasonCodes: [] };
    const mocks = { ...document.mocks, predictions: withEntry(document.mocks.predictions, nodeId, mock) };
    if (isFull(mocks)) return refused(refusal("MOCKS_FULL", { max: grouped(limits.caseEntries) }));
    return done(`Change mock score of ${nodeTitle(node)}`, { ...document, mocks }, { mergeWith: `mock ${nodeId}` });
  };
}

function whyNotStatus(status: number) {
  const isStatus = Number.isInteger(status) && status >= minStatus && status <= maxStatus;
  return isStatus ? undefined : refusal("NUMBER_RANGE", { min: String(minStatus), max: String(maxStatus) });
}

function isFull({ webCalls = {}, predictions = {} }: Mocks): boolean {
  return Math.max(Object.keys(webCalls).length, Object.keys(predictions).length) > limits.caseEntries;
}

function withEntry<Value>(
  entries: Readonly<Record<string, Value>> = {},
  key: string,
  value: Value | undefined,
): Readonly<Record<string, Value>> {
  const rest = Object.entries(entries).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? rest : [...rest, [key, value]]);
}
