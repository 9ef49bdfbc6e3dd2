import { decodeGroup, encodeExecution, type LoggedExecution } from "@airlock/contract";
import { createLog, MessageRefused, NotAcknowledged, type DurableMessage } from "@airlock/platform";
import { expect, test, vi } from "vitest";
import { createExecutionLog, type ExecutionLog, type ExecutionLogOptions, type Stored } from "./execution-log.ts";
import { SpoolWriteUncertain, type Spool } from "./spool.ts";

const log = createLog({ name: "test", level: "silent" });

function execution(executionId: string): LoggedExecution {
  return {
    executionId,
    versionId: "v",
    solutionId: "s",
    organisationId: "o",
    keyId: "k",
    callerId: "u",
    correlationId: "c",
    rolloutId: "",
    arm: "",
    started: 1,
    durationMicros: 1,
    status: "completed",
    record: "[]",
  };
}

/** A `publish` whose promises the test settles. */
function controlled() {
  const calls: { readonly message: DurableMessage; readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const publish = (message: DurableMessage) => new Promise<void>((resolve, reject) => void calls.push({ message, resolve, reject }));
  return { calls, publish };
}

function memorySpool(options: { failure?: Error | undefined; stuck?: boolean } = {}) {
  const kept: DurableMessage[] = [];
  const takes = () => (options.failure === undefined ? Promise.resolve() : Promise.reject(options.failure));
  const spool: Spool = {
    write: (message) => takes().then(() => void kept.push(message)),
    bytes: () => kept.length,
    empty: () => kept.length === 0,
    drain: async (send) => {
      if (options.stuck === true) throw new Error("stuck");
      for (let next = kept[0]; next !== undefined; next = kept[0]) {
        await send(next);
        kept.shift();
      }
    },
    probe: takes,
    obstacle: () => Promise.resolve(undefined),
    kept: () => ({ quarantined: 0, damaged: 0 }),
    close: () => Promise.resolve(),
  };
  return { spool, kept, options };
}

const make = (options: Pick<ExecutionLogOptions, "publish" | "spool"> & Partial<ExecutionLogOptions>) =>
  createExecutionLog({ maxMessageBytes: () => 4_000_000, log, ...options });

const away = () => new NotAcknowledged("not connected", { maybeStored: false });
const late = () => new NotAcknowledged("no acknowledgement within 2000 ms", { maybeStored: true });

interface Appended {
  readonly organisationId?: string;
  readonly traceparent?: string;
  readonly record?: string;
}

function append(
  executionLog: ExecutionLog,
  id: string,
  { organisationId = "o", traceparent, record = "[]" }: Appended = {},
): Promise<Stored> {
  const line = encodeExecution({ ...execution(id), record });
  return new Promise((done) => executionLog.append({ executionId: id, versionId: "v", organisationId, line, traceparent, done }));
}

const turn = () => new Promise((resolve) => void setImmediate(resolve));
const idsOf = (message: DurableMessage | undefined) => decodeGroup(String(message?.payload)).executions.map((one) => one.executionId);

test("executions that wait together are sent in one message, and the next group is sent when the last is acknowledged", async () => {
  const { calls, publish } = controlled();
  const executionLog = make({ publish, spool: memorySpool().spool });
  const first = [append(executionLog, "a", { traceparent: "t1" }), append(executionLog, "b")];
  await turn();
  expect(calls).toHaveLength(1);
  expect(idsOf(calls[0]?.message)).toEqual(["a", "b"]);
  expect(calls[0]?.message).toMatchObject({ messageId: "a-2", traceparents: ["t1"] });
  const second = [append(executionLog, "c"), append(executionLog, "d"), append(executionLog, "e")];
  await turn();
  expect(calls).toHaveLength(1);
  calls[0]?.resolve();
  expect(await Promise.all(first)).toEqual(["durable", "durable"]);
  await turn();
  expect(idsOf(calls[1]?.message)).toEqual(["c", "d", "e"]);
  calls[1]?.resolve();
  expect(await Promise.all(second)).toEqual(["durable", "durable", "durable"]);
  expect(executionLog.state()).toMatchObject({ groups: 2, executions: 5, spooled: 0, direct: true });
});

test("no execution is reported durable before it is acknowledged", async () => {
  const { calls, publish } = controlled();
  const executionLog = make({ publish, spool: memorySpool().spool });
  let appended = false;
  void append(executionLog, "a").then(() => (appended = true));
  await turn();
  await turn();
  expect(calls).toHaveLength(1);
  expect(appended).toBe(false);
});

test("a group that JetStream does not acknowledge is spooled, and so are later groups until a message is acknowledged", async () => {
  const { calls, publish } = controlled();
  const { spool, kept } = memorySpool();
  const executionLog = make({ publish, spool });
  const first = append(executionLog, "a");
  await turn();
  calls[0]?.reject(late());
  expect(await first).toBe("durable");
  expect(await append(executionLog, "b")).toBe("durable");
  expect(kept.map((message) => message.messageId)).toEqual(["a-1", "b-1"]);
  expect(calls).toHaveLength(1);
  expect(executionLog.state().direct).toBe(false);

  executionLog.retry();
  await turn();
  for (const call of calls.slice(1)) call.reject(away());
  await turn();
  expect(executionLog.state().direct).toBe(false);

  const before = calls.length;
  executionLog.retry();
  await turn();
  expect(calls.slice(before).map(({ message }) => message.messageId)).toContain("a-1");
  for (const call of calls.slice(before)) call.resolve();
  await turn();
  expect(executionLog.state().direct).toBe(true);
  const third = append(executionLog, "c");
  await turn();
  for (const call of calls) call.resolve();
  expect(await third).toBe("durable");
  await vi.waitFor(() => expect(kept).toEqual([]));
});

test("groups are sent to JetStream again although the spool cannot be drained", async () => {
  let isAway = true;
  const sent: string[][] = [];
  const publish = (message: DurableMessage) => (isAway ? Promise.reject(late()) : Promise.resolve(void sent.push(idsOf(message))));
  const { spool, kept } = memorySpool({ stuck: true });
  const executionLog = make({ publish, spool });
  expect(await append(executionLog, "a")).toBe("durable");
  expect(executionLog.state().direct).toBe(false);
  isAway = false;
  executionLog.retry();
  await vi.waitFor(() => expect(executionLog.state().direct).toBe(true));
  expect(await append(executionLog, "b")).toBe("durable");
  expect(sent.at(-1)).toEqual(["b"]);
  expect(kept).toHaveLength(1);
});

test("a message that JetStream refuses permanently is not stored anywhere and does not block other messages", async () => {
  const sent: string[][] = [];
  const publish = (message: DurableMessage) => {
    const ids = idsOf(message);
    return ids.includes("large") ? Promise.reject(new MessageRefused("max_payload size exceeded")) : Promise.resolve(void sent.push(ids));
  };
  const { spool, kept } = memorySpool();
  const executionLog = make({ publish, spool });
  const stored = Promise.all(["a", "large", "b"].map((id) => append(executionLog, id)));
  expect(await stored).toEqual(["durable", "notStored", "durable"]);
  expect(sent).toEqual([["a"], ["b"]]);
  expect(kept).toEqual([]);
  expect(executionLog.state()).toMatchObject({ direct: true, failing: false });
});

test("if neither JetStream nor the spool stores it, the result is notStored or unknown, never durable", async () => {
  const outcomes = async (published: Error, written: Error) =>
    append(make({ publish: () => Promise.reject(published), spool: memorySpool({ failure: written }).spool }), "a");
  expect(await outcomes(away(), new Error("ENOSPC"))).toBe("notStored");
  expect(await outcomes(late(), new Error("ENOSPC"))).toBe("unknown");
  expect(await outcomes(away(), new SpoolWriteUncertain("EIO"))).toBe("unknown");
  expect(await outcomes(new Error("anything else"), new Error("ENOSPC"))).toBe("unknown");
});

test("after an execution could not be stored, none is accepted until a probe shows that the spool is writable", async () => {
  const { spool, options } = memorySpool({ failure: new Error("ENOSPC") });
  const executionLog = make({ publish: () => Promise.reject(away()), spool });
  expect(executionLog.accepts()).toBe(true);
  await append(executionLog, "a");
  expect([executionLog.accepts(), executionLog.state().failing]).toEqual([false, true]);
  executionLog.retry();
  await turn();
  expect(executionLog.state().failing).toBe(true);
  options.failure = undefined;
  executionLog.retry();
  await vi.waitFor(() => expect(executionLog.state().failing).toBe(false));
  expect(executionLog.accepts()).toBe(true);
});

test("the size of a group is limited in bytes, not in characters", async () => {
  const { calls, publish } = controlled();
  const executionLog = make({ publish, spool: memorySpool().spool });
  const record = JSON.stringify("\u20ac".repeat(12_000));
  for (let index = 0; index < 5; index += 1) void append(executionLog, `a${index}`, { record });
  await turn();
  expect(idsOf(calls[0]?.message)).toHaveLength(3);
  calls[0]?.resolve();
  await turn();
  expect(idsOf(calls[1]?.message)).toHaveLength(2);
});

test("a group fits the server's limit, with its headers", async () => {
  const { calls, publish } = controlled();
  const executionLog = make({ publish, spool: memorySpool().spool, maxMessageBytes: () => 100_000 });
  const record = JSON.stringify("x".repeat(15_000));
  for (let index = 0; index < 5; index += 1) void append(executionLog, `a${index}`, { record });
  await turn();
  expect(idsOf(calls[0]?.message)).toHaveLength(2);
});

test("the number of traces in a group is limited by the headers of a message", async () => {
  const { calls, publish } = controlled();
  const executionLog = make({ publish, spool: memorySpool().spool });
  for (let index = 0; index < 1_000; index += 1) void append(executionLog, `a${index}`, { traceparent: "t" });
  await turn();
  expect(calls[0]?.message.traceparents).toHaveLength(256);
});

test("organisations take turns: many executions of one delay an execution of another by no more than a group", async () => {
  const { calls, publish } = controlled();
  const executionLog = make({ publish, spool: memorySpool().spool });
  const record = JSON.stringify("x".repeat(10_000));
  for (let index = 0; index < 1_000; index += 1) void append(executionLog, `many${index}`, { record, organisationId: "busy" });
  await turn();
  expect(idsOf(calls[0]?.message)).toHaveLength(13);
  void append(executionLog, "one", { organisationId: "calm" });
  calls[0]?.resolve();
  await turn();
  expect(idsOf(calls[1]?.message)).toContain("one");
});

test("a caller that throws on its result delays neither the others of its group nor later groups", async () => {
  const { calls, publish } = controlled();
  const executionLog = make({ publish, spool: memorySpool().spool });
  const line = encodeExecution(execution("a"));
  const done = () => {
    throw new Error("The caller failed.");
  };
  executionLog.append({ executionId: "a", versionId: "v", organisationId: "o", line, traceparent: undefined, done });
  const second = append(executionLog, "b");
  await turn();
  expect(idsOf(calls[0]?.message)).toEqual(["a", "b"]);
  calls[0]?.resolve();
  expect(await second).toBe("durable");
  const third = append(executionLog, "c");
  await turn();
  expect(idsOf(calls[1]?.message)).toEqual(["c"]);
  calls[1]?.resolve();
  expect(await third).toBe("durable");
  await executionLog.settle();
});
