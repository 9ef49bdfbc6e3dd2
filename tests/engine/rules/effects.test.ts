import {
  behaviourOf,
  compileFrozen,
  EffectFailure,
  encodeRecord,
  evaluate,
  evaluateWithEffects,
  expandRecord,
  readInput,
  type WebCallRequest,
  type WebCallResponse,
} from "@airlock/engine";
import { describe, expect, it } from "vitest";
import { build, call, predict, state, type NodeMaker } from "../build.ts";
import { compiled } from "../compare.ts";
import { ask, inARow } from "../decide.ts";

const fields = {
  application: { name: "String", age: "Integer", rate: "Float" },
  runtime: { text: "String", whole: "Integer", number: "Float", after: "Integer" },
} as const;
const answer =
  (body: unknown, status = 200) =>
  async (): Promise<WebCallResponse> => ({
    status,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const draft = (...nodes: readonly NodeMaker[]) => inARow({ ...fields, nodes: [...nodes, state("after", "after = 1")] });

describe("effects", () => {
  it("[EF1] effects are requested one after the other, in the order of nodes", async () => {
    const seen: string[] = [];
    let running = 0;
    await ask(
      draft(call("one", {}, "$ > whole"), predict("two", "number", { a: "age" }), call("three", {}, "$ > whole")),
      { age: 1 },
      {
        webCall: async ({ nodeId }) => {
          running += 1;
          seen.push(`${nodeId} ${running}`);
          await Promise.resolve();
          running -= 1;
          return { status: 200, body: "1" };
        },
        predict: ({ nodeId }) => {
          seen.push(`${nodeId} ${running}`);
          return { score: 1, reasonCodes: [] };
        },
      },
    );
    expect(seen).toEqual(["one 1", "two 0", "three 1"]);
  });

  it("[EF2] without effects such a node fails, and the plan declares that it needs them", () => {
    const plan = compiled(build(draft(state("before", "whole = 4"), call("call", {}, "$ > text"))));
    const read = readInput(plan, {});
    if (!read.ok) throw new Error("This input should be accepted");
    expect(plan.needsEffects).toBe(true);
    const execution = evaluate(plan, read.input);
    expect(execution).toMatchObject({ status: "failed", runtimeData: { whole: 4 }, error: { code: "EFFECTS_NEEDED", nodeId: "call" } });
    expect(expandRecord(plan, encodeRecord(execution)).executionEvents.at(-1)).toMatchObject({ id: "call", action: "ERROR" });
    expect(compiled(build(draft(state("only", "whole = 4")))).needsEffects).toBe(false);
  });

  it("[EF3] references are inserted so that a value cannot escape its context", async () => {
    let received: WebCallRequest | undefined;
    const node = call(
      "call",
      {
        method: "POST",
        url: "https://example.com/{name}/x?rate={rate}&missing={text}",
        headers: [{ key: "X-Name", value: "a {age} b" }],
        body: '{"name": "{name}", "rate": {rate}, "age": "{age}", "none": "{text}"}',
        timeoutMillis: 1234,
      },
      "$.a > text",
    );
    await ask(
      inARow({ ...fields, nodes: [state("maybe", "text = 'x'", "text = name"), node] }),
      { age: -3, rate: 1e-7 },
      {
        webCall: async (request) => {
          received = request;
          return { status: 200, body: "{}" };
        },
      },
    );
    expect(received).toMatchObject({
      url: "https://example.com//x?rate=0.0000001&missing=",
      body: '{"name": "", "rate": 0.0000001, "age": "-3", "none": ""}',
    });
    await ask(
      inARow({ ...fields, nodes: [state("maybe", "text = 'x'"), node] }),
      { name: 'a/b?c"\\\n€', age: 7, rate: 0.05 },
      {
        webCall: async (request) => {
          received = request;
          return { status: 200, body: "{}" };
        },
      },
    );
    expect(received).toEqual({
      nodeId: "call",
      method: "POST",
      url: "https://example.com/a%2Fb%3Fc%22%5C%0A%E2%82%AC/x?rate=0.05&missing=x",
      headers: [{ key: "X-Name", value: "a 7 b" }],
      body: '{"name": "a/b?c\\"\\\\\\n€", "rate": 0.05, "age": "7", "none": "x"}',
      timeoutMillis: 1234,
    });
  });

  it("[EF4] a header value with a control character fails before anything is sent", async () => {
    const flow = draft(call("call", { headers: [{ key: "X-Name", value: "{name}" }] }, "$ > whole"));
    for (const name of ["a\r\nX-Evil: 1", "a\nb", "\u0000", "\u007f", "\u001f"]) {
      expect(await ask(flow, { name }, {})).toMatchObject({ status: "failed", error: { code: "WEB_CALL_HEADER", nodeId: "call" } });
    }
    for (const name of ["a\tb", "~ é", ""])
      expect(await ask(flow, { name }, { webCall: answer("1") })).toMatchObject({ status: "completed" });
  });

  it("[EF5] the deadline is passed to the effect, and also enforced here if there is a timer", async () => {
    const flow = draft(call("call", { timeoutMillis: 250 }, "$ > text"));
    const timers: number[] = [];
    const execution = await ask(
      flow,
      {},
      {
        webCall: () => new Promise(() => undefined),
        after: async (millis) => {
          timers.push(millis);
        },
      },
    );
    expect(timers).toEqual([250]);
    expect(execution).toMatchObject({
      status: "failed",
      error: { code: "WEB_CALL_TIMEOUT", nodeId: "call", message: "The web call did not answer in time." },
    });
    const inTime = await ask(flow, {}, { webCall: answer('"x"'), after: () => new Promise(() => undefined) });
    expect(inTime).toMatchObject({ status: "completed", runtimeData: { text: "x" } });
  });

  it("[EF6] only a status from 200 to 299 is a success", async () => {
    const flow = draft(call("call", {}, "$ > whole"));
    for (const status of [200, 204, 299])
      expect(await ask(flow, {}, { webCall: answer("1", status) })).toMatchObject({ status: "completed" });
    for (const status of [100, 199, 300, 404, 500]) {
      const message = `The web call was answered with status ${status}.`;
      expect(await ask(flow, {}, { webCall: answer("1", status) })).toMatchObject({
        error: { code: "WEB_CALL_STATUS", nodeId: "call", message },
      });
    }
  });

  it("[EF6] a response is parsed as JSON only if an output needs it", async () => {
    expect(await ask(draft(call("call", {})), {}, { webCall: answer("<html>") })).toMatchObject({ status: "completed" });
    for (const body of ["<html>", "", "{", "undefined"]) {
      expect(await ask(draft(call("call", {}, "$ > whole")), {}, { webCall: answer(body) })).toMatchObject({
        error: { code: "RESPONSE_NOT_JSON" },
      });
    }
  });

  it("[EF7] outputs follow their paths through own properties of the response only", async () => {
    const body = { list: [{ v: 3 }, { v: 4 }], "a b": { c: "deep" }, n: 0.1, nothing: null };
    const flow = draft(call("call", {}, "$.list[1].v > whole", "$['a b'].c > text", "n > number"));
    expect(await ask(flow, {}, { webCall: answer(body) })).toMatchObject({ runtimeData: { whole: 4, text: "deep", number: 0.1 } });
    for (const path of [
      "$.nowhere",
      "$.list[9]",
      "$.list.length",
      "$.constructor",
      "$.n.toFixed",
      "$[0]",
      "$.list['0']",
      "$.n[0]",
      "$.nothing.v",
    ]) {
      const lost = await ask(draft(state("s", "text = 'old'"), call("call", {}, `${path} > text`)), {}, { webCall: answer(body) });
      expect({ status: lost.status, ...lost.runtimeData }).toEqual({ status: "completed", after: 1 });
    }
  });

  it("[EF7] values must fit their fields; a String field also takes numbers and truth values", async () => {
    const into = async (field: string, value: unknown): Promise<unknown> => {
      const { error, runtimeData } = await ask(draft(call("call", {}, `$.v > ${field}`)), {}, { webCall: answer({ v: value }) });
      return error?.code ?? runtimeData[field];
    };
    expect(await into("text", "x")).toBe("x");
    expect(await into("text", 1.5)).toBe("1.5");
    expect(await into("text", false)).toBe("false");
    expect(await into("text", null)).toBe(undefined);
    expect(await into("text", {})).toBe("RESPONSE_VALUE");
    expect(await into("text", "x".repeat(10_001))).toBe("RESPONSE_VALUE");
    expect(await into("whole", 5)).toBe(5);
    expect(await into("whole", "5")).toBe(5);
    expect(await into("whole", "")).toBe(undefined);
    expect(await into("whole", 5.5)).toBe("RESPONSE_VALUE");
    expect(await into("whole", true)).toBe("RESPONSE_VALUE");
    expect(await into("number", 0.30000000000000004)).toBe(0.3);
    expect(await into("number", "x")).toBe("RESPONSE_VALUE");
    expect(await into("number", 1e15)).toBe("RESPONSE_VALUE");
    expect(await into("number", [1])).toBe("RESPONSE_VALUE");
  });

  it("[EF7] [SC7] a field with an output is normalised after every sum", async () => {
    const flow = draft(call("call", {}, "$.n > number"), state("less", "number -= 1000000"));
    expect(await ask(flow, {}, { webCall: answer({ n: 1000000.1 }) })).toMatchObject({ runtimeData: { number: 0.1 } });
  });

  it("[EF7] if one output does not fit, none is stored, and the field is named", async () => {
    const flow = draft(state("s", "whole = 1"), call("call", {}, "$.a > whole", "$.b > number"));
    const execution = await ask(flow, {}, { webCall: answer({ a: 5, b: "x" }) });
    expect(execution).toMatchObject({ runtimeData: { whole: 1 }, error: { code: "RESPONSE_VALUE" } });
    expect(execution.error?.message).toBe("The response of the web call for 'number' does not fit: This must be a number.");
  });

  it("[EF7] an output may be stored in an application field, for later nodes; the execution record keeps the caller's value", async () => {
    const plan = compiled(build(draft(call("call", {}, "$ > age"), state("copy", "whole = age"))));
    const read = readInput(plan, { age: 7 });
    if (!read.ok) throw new Error("This input should be accepted");
    const effects = { webCall: answer("8"), predict: () => ({ score: 0, reasonCodes: [] }) };
    for (let time = 0; time < 2; time += 1) {
      const execution = await evaluateWithEffects(plan, read.input, effects, new AbortController().signal);
      expect(execution.runtimeData).toMatchObject({ whole: 8 });
      expect(expandRecord(plan, encodeRecord(execution))).toMatchObject({ applicationData: { age: 7 }, runtimeData: { whole: 8 } });
    }
    expect(read.input.values).toEqual([undefined, 7, undefined]);
  });

  it("[EF8] a prediction gets its inputs by name and returns a score and reasons", async () => {
    let received: unknown;
    const execution = await ask(
      draft(predict("p", "number", { age: "age", constructor: "rate", name: "name" })),
      { age: 30, name: "x" },
      {
        predict: (request) => {
          received = { ...request, inputs: Object.entries(request.inputs) };
          return { score: 0.30000000000000004, reasonCodes: ["P2", "P1", "P2"] };
        },
      },
    );
    expect(received).toEqual({
      nodeId: "p",
      config: "config",
      model: 3,
      inputs: [
        ["age", 30],
        ["constructor", undefined],
        ["name", "x"],
      ],
      reasonCodes: 0,
    });
    expect(execution).toMatchObject({ status: "completed", runtimeData: { number: 0.3 }, reasonCodes: ["P2", "P1"] });
  });

  it("[EF11] a prediction gets the number of requested reasons, and returns them after its other codes", async () => {
    const asking = (names: Parameters<NodeMaker>[0]) => ({ ...predict("p", "number", { age: "age" })(names), reasonCodes: 2 });
    const counts: number[] = [];
    const answering = (reasonCodes: number) => {
      counts.push(reasonCodes);
      return { score: 0.5, reasonCodes: ["yes", "age+", "income-"] };
    };
    const execution = await ask(draft(asking), { age: 30 }, { predict: (request) => answering(request.reasonCodes) });
    expect(execution).toMatchObject({ status: "completed", reasonCodes: ["yes", "age+", "income-"] });
    expect(new Set(counts)).toEqual(new Set([2]));
  });

  it("[EF8] a score that is not a number below 1e15 fails, and reasons are limited to a hundred", async () => {
    const flow = draft(predict("p", "number", { age: "age" }));
    for (const score of [NaN, Infinity, -Infinity, 1e15]) {
      expect(await ask(flow, {}, { predict: () => ({ score, reasonCodes: ["R"] }) })).toMatchObject({
        reasonCodes: [],
        error: { code: "PREDICTION_FAILED", nodeId: "p", message: "The prediction's score is not a number that can be kept." },
      });
    }
    const many = Array.from({ length: 150 }, (_, index) => `R${index}`);
    const { reasonCodes } = await ask(flow, {}, { predict: () => ({ score: 1, reasonCodes: many }) });
    expect(reasonCodes).toEqual(many.slice(0, 100));
  });

  it("[EF8] [RE3] a missing score makes the field missing, also when the execution record is replayed", async () => {
    const flow = draft(predict("p", "number", { age: "age" }));
    const execution = await ask(flow, { age: 30 }, { predict: () => ({ score: undefined, reasonCodes: ["P1"] }) });
    expect(execution).toMatchObject({ status: "completed", runtimeData: {}, reasonCodes: ["P1"] });
  });

  it("[EF12] a failed call stores default values and sets the failed field, also in a replay; a successful one sets it to 0", async () => {
    const flow = draft(
      call("call", { ifFails: "continue", failedField: "whole" }, "$.n > number ? 1.5", "$.t > text ? none", "$.a > age"),
      state("copy", "after = whole"),
    );
    const failures: readonly (() => Promise<WebCallResponse>)[] = [
      answer({}, 500),
      answer("<html>"),
      answer({ n: "x" }),
      () => Promise.reject(new EffectFailure("WEB_CALL_TIMEOUT", "Too slow.")),
      () => Promise.reject(new Error("socket hang up")),
    ];
    for (const webCall of failures) {
      expect(await ask(flow, { age: 30 }, { webCall })).toMatchObject({
        status: "completed",
        runtimeData: { number: 1.5, text: "none", whole: 1, after: 1 },
        error: undefined,
      });
    }
    expect(await ask(flow, {}, { webCall: answer({ n: 2, t: "a" }) })).toMatchObject({
      runtimeData: { number: 2, text: "a", whole: 0, after: 1 },
    });
  });

  it("[EF12] after a failed call an output without a default is missing, a text too, also if it had a value", async () => {
    const flow = draft(state("before", "text = 'was there'"), call("call", { ifFails: "continue" }, "$.t > text", "$.n > number"));
    const { runtimeData } = await ask(flow, {}, { webCall: answer({}, 500) });
    expect(runtimeData).toEqual({ after: 1 });
  });

  it("[EF12] continuing is behaviour 2; in behaviour 1 the execution fails", async () => {
    const flow = build(draft(call("call", { ifFails: "continue" }, "$.n > number ? 1")));
    expect([behaviourOf(flow), behaviourOf(build(draft(call("call", {}, "$.n > number"))))]).toEqual([2, 1]);
    const effects = { webCall: answer({}, 500), predict: () => ({ score: 1, reasonCodes: [] }) };
    const ended = [1, 2].map(async (behaviour) => {
      const frozen = compileFrozen(flow, behaviour);
      const read = frozen.ok ? readInput(frozen.plan, {}) : undefined;
      if (!frozen.ok || read?.ok !== true) throw new Error("The flow does not compile.");
      return (await evaluateWithEffects(frozen.plan, read.input, effects, new AbortController().signal)).status;
    });
    expect(await Promise.all(ended)).toEqual(["failed", "completed"]);
  });

  it("[EF12] the execution fails if the call was not made, and if it was cancelled", async () => {
    const flow = draft(call("call", { ifFails: "continue", headers: [{ key: "X-Name", value: "{name}" }] }, "$.n > number ? 1"));
    const unasked = { webCall: () => Promise.reject(new Error("Unexpected web call")) };
    expect(await ask(flow, { name: "a\nb" }, unasked)).toMatchObject({ error: { code: "WEB_CALL_HEADER" } });
    const unknown = () => Promise.reject(new EffectFailure("NOT_RECORDED", "Not known.", { unanswered: true }));
    expect(await ask(flow, {}, { webCall: unknown })).toMatchObject({ status: "failed", error: { code: "NOT_RECORDED" } });
    const leaving = new AbortController();
    const webCall = () => {
      leaving.abort();
      return Promise.reject(new Error("cancelled"));
    };
    expect(await ask(flow, {}, { webCall }, leaving.signal)).toMatchObject({ status: "failed", error: { code: "CANCELLED" } });
  });

  it("[EF9] an effect that throws fails its node, with its own message if it has one", async () => {
    const flow = draft(call("call", {}, "$ > text"));
    const refused = new EffectFailure("WEB_CALL_REFUSED", "This address is not allowed.");
    expect(await ask(flow, {}, { webCall: () => Promise.reject(refused) })).toMatchObject({
      error: { code: "WEB_CALL_REFUSED", nodeId: "call", message: "This address is not allowed." },
    });
    for (const thrown of [new Error("connect ECONNREFUSED 10.0.0.7:443"), "text", undefined, null]) {
      const webCall = (): Promise<WebCallResponse> => {
        throw thrown as Error; // Effects are external code and may throw anything.
      };
      expect(await ask(flow, {}, { webCall })).toMatchObject({ error: { code: "WEB_CALL_FAILED", message: "The web call failed." } });
    }
    const predicting = draft(predict("p", "number", { age: "age" }));
    const throwing = (failure: Error) => () => {
      throw failure;
    };
    expect(await ask(predicting, {}, { predict: throwing(new Error("secret")) })).toMatchObject({
      error: { code: "PREDICTION_FAILED", message: "The prediction failed." },
    });
    expect(
      await ask(predicting, {}, { predict: throwing(new EffectFailure("MODEL_NOT_AVAILABLE", "Model 3 is not here.")) }),
    ).toMatchObject({
      error: { code: "MODEL_NOT_AVAILABLE", message: "Model 3 is not here." },
    });
  });

  it("[EF10] an aborted signal ends the run at the pending effect, whether or not the effect handles it", async () => {
    const controller = new AbortController();
    const running = ask(draft(call("call", {}, "$ > text")), {}, { webCall: () => new Promise(() => undefined) }, controller.signal);
    controller.abort();
    expect(await running).toMatchObject({
      status: "failed",
      error: { code: "CANCELLED", nodeId: "call", message: "The execution was cancelled." },
    });
  });

  it("[EF10] an effect that fails because of the abort counts as cancelled, and an aborted run requests no effects", async () => {
    const controller = new AbortController();
    const failing = ask(
      draft(call("call", {}, "$ > text")),
      {},
      {
        webCall: async () => {
          controller.abort();
          throw new EffectFailure("WEB_CALL_FAILED", "aborted");
        },
      },
      controller.signal,
    );
    expect(await failing).toMatchObject({ error: { code: "CANCELLED", message: "The execution was cancelled." } });
    expect(await ask(draft(call("call", {}, "$ > text")), {}, {}, controller.signal)).toMatchObject({ error: { code: "CANCELLED" } });
    expect(await ask(draft(predict("p", "number", { age: "age" })), {}, {}, controller.signal)).toMatchObject({
      error: { code: "CANCELLED" },
    });
  });

  it("[EF10] a run without further effects completes normally", async () => {
    const controller = new AbortController();
    const execution = await ask(
      draft(predict("p", "number", { age: "age" })),
      {},
      {
        predict: () => {
          controller.abort();
          return { score: 1, reasonCodes: [] };
        },
      },
      controller.signal,
    );
    expect(execution).toMatchObject({ status: "completed", runtimeData: { number: 1, after: 1 } });
  });

  it("[LI4] the deadlines of one run add up to at most 60 seconds", async () => {
    const within = draft(call("a", { timeoutMillis: 30_000 }, "$ > whole"), call("b", { timeoutMillis: 30_000 }, "$ > whole"));
    expect(await ask(within, {}, { webCall: answer("1") })).toMatchObject({ status: "completed" });
    const past = draft(call("a", { timeoutMillis: 30_000 }, "$ > whole"), call("b", { timeoutMillis: 30_001 }, "$ > whole"));
    let calls = 0;
    const execution = await ask(
      past,
      {},
      {
        webCall: async () => {
          calls += 1;
          return { status: 200, body: "1" };
        },
      },
    );
    expect([execution.error?.code, execution.error?.nodeId, calls]).toEqual(["EFFECT_TIME_SPENT", "b", 1]);
  });
});
