import { decodeGroup, encodeExecution, type LoggedExecution } from "@airlock/contract";
import { createLog, type DurableMessage } from "@airlock/platform";
import { expect, test } from "vitest";
import { createExecutionLog, type ExecutionLog } from "./execution-log.ts";
import type { Spool } from "./spool.ts";

const log = createLog({ name: "test", level: "silent" });

function execution(executionId: string): LoggedExecution {
  return {
    executionId,
    versionId: "v",
    solutionId: "s",
    organisationId: "o",
    keyId: "k",
    started: 1,
    durationMicros: 1,
    status: "completed",
    record: "[]",
  };
}

/** Publishing that waits until the test lets it go. */
function controlled() {
  const calls: { readonly message: DurableMessage; readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const publish = (message: DurableMessage) => new Promise<void>((resolve, reject) => void calls.push({ message, resolve, reject }));
  return { calls, publish };
}

function memorySpool(options: { full?: boolean } = {}) {
  const kept: DurableMessage[] = [];
  const spool: Spool = {
    write: (message) => (options.full === true ? Promise.reject(new Error("ENOSPC")) : Promise.resolve(void kept.push(message))),
    bytes: () => kept.length,
    empty: () => kept.length === 0,
    drain: async (send) => {
      for (let next = kept[0]; next !== undefined; next = kept[0]) {
        await send(next);
        kept.shift();
      }
    },
    close: () => Promise.resolve(),
  };
  return { spool, kept };
}

function append(executionLog: ExecutionLog, id: string, traceparent?: string): Promise<boolean> {
  return new Promise((done) =>
    executionLog.append({ executionId: id, versionId: "v", line: encodeExecution(execution(id)), traceparent, done }),
  );
}

const turn = () => new Promise((resolve) => void setImmediate(resolve));
const idsOf = (message: DurableMessage | undefined) => decodeGroup(String(message?.payload)).executions.map((one) => one.executionId);

test("executions that wait together travel in one message, and the next group leaves when the last is acknowledged", async () => {
  const { calls, publish } = controlled();
  const executionLog = createExecutionLog({ publish, spool: memorySpool().spool, log });
  const first = [append(executionLog, "a", "t1"), append(executionLog, "b")];
  await turn();
  expect(calls).toHaveLength(1);
  expect(idsOf(calls[0]?.message)).toEqual(["a", "b"]);
  expect(calls[0]?.message).toMatchObject({ messageId: "a-2", traceparents: ["t1"] });
  const second = [append(executionLog, "c"), append(executionLog, "d"), append(executionLog, "e")];
  await turn();
  expect(calls).toHaveLength(1);
  calls[0]?.resolve();
  expect(await Promise.all(first)).toEqual([true, true]);
  await turn();
  expect(idsOf(calls[1]?.message)).toEqual(["c", "d", "e"]);
  calls[1]?.resolve();
  expect(await Promise.all(second)).toEqual([true, true, true]);
  expect(executionLog.state()).toMatchObject({ groups: 2, executions: 5, spooled: 0, direct: true });
});

test("nothing is told durable before it is acknowledged", async () => {
  const { calls, publish } = controlled();
  const executionLog = createExecutionLog({ publish, spool: memorySpool().spool, log });
  let told = false;
  void append(executionLog, "a").then(() => (told = true));
  await turn();
  await turn();
  expect(calls).toHaveLength(1);
  expect(told).toBe(false);
});

test("what JetStream does not acknowledge goes to the spool, and so does what follows, until a message gets through", async () => {
  const { calls, publish } = controlled();
  const { spool, kept } = memorySpool();
  const executionLog = createExecutionLog({ publish, spool, log });
  const first = append(executionLog, "a");
  await turn();
  calls[0]?.reject(new Error("no responders"));
  expect(await first).toBe(true);
  expect(await append(executionLog, "b")).toBe(true);
  expect(kept.map((message) => message.messageId)).toEqual(["a-1", "b-1"]);
  expect(calls).toHaveLength(1);
  expect(executionLog.state().direct).toBe(false);

  executionLog.retry();
  await turn();
  calls[1]?.reject(new Error("still away"));
  await turn();
  expect(executionLog.state().direct).toBe(false);

  executionLog.retry();
  await turn();
  expect(calls[2]?.message.messageId).toBe("a-1");
  calls[2]?.resolve();
  await turn();
  expect(executionLog.state().direct).toBe(true);
  const third = append(executionLog, "c");
  await turn();
  for (const call of calls.slice(3)) call.resolve();
  expect(await third).toBe(true);
  await turn();
  expect(kept).toEqual([]);
});

test("when neither takes it, it is told not durable", async () => {
  const executionLog = createExecutionLog({
    publish: () => Promise.reject(new Error("away")),
    spool: memorySpool({ full: true }).spool,
    log,
  });
  expect(await append(executionLog, "a")).toBe(false);
});

test("a group is bounded", async () => {
  const { calls, publish } = controlled();
  const executionLog = createExecutionLog({ publish, spool: memorySpool().spool, log });
  const line = encodeExecution({ ...execution("a"), record: JSON.stringify("x".repeat(400_000)) });
  for (let index = 0; index < 5; index += 1) {
    executionLog.append({ executionId: `a${index}`, versionId: "v", line, traceparent: undefined, done: () => undefined });
  }
  await turn();
  expect(idsOf(calls[0]?.message)).toHaveLength(3);
  calls[0]?.resolve();
  await turn();
  expect(idsOf(calls[1]?.message)).toHaveLength(2);
});
