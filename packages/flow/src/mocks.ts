/** Mock responses: they replace web calls and predictions in test executions. */
import type { Mocks, MockResponse, MockScore } from "./definition.ts";

export interface MocksInUse {
  readonly webCalls: Readonly<Record<string, MockResponse>>;
  readonly predictions: Readonly<Record<string, MockScore>>;
}

/** Only those in use: a response that is stored while its node makes the live call is left out. */
export function mocksInUse({ webCalls = {}, predictions = {} }: Mocks = {}): MocksInUse {
  const used = Object.entries(webCalls).filter(([, mock]) => mock.live !== true);
  return { webCalls: Object.fromEntries(used), predictions };
}

/** Undefined if there are none, so that definitions without mock responses are unchanged. */
export function mocksOrNone({ webCalls = {}, predictions = {} }: Mocks): Mocks | undefined {
  const calls = Object.keys(webCalls).length === 0 ? {} : { webCalls };
  const scores = Object.keys(predictions).length === 0 ? {} : { predictions };
  return Object.keys({ ...calls, ...scores }).length === 0 ? undefined : { ...calls, ...scores };
}
