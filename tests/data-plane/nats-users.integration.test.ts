import { connectNats, createLog, ensureDataPlane, openBucket, publishDurable, type Nats } from "@airlock/platform";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { natsServers, natsUrl } from "../../services/parts/nats.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";

/** The shipped `nats.conf`: what each user may publish. */
const log = createLog({ name: "test", level: "silent" });
const users = ["runtime", "api", "worker", "migrate"] as const;
type User = (typeof users)[number];

let running: TemporaryInstance;
let admin: Nats;
const connections = new Map<User, Nats>();

beforeAll(async () => {
  running = await startTemporaryInstance(["nats"]);
  admin = await connectNats({ url: natsUrl(running.instance), name: "test", log });
  await ensureDataPlane(admin, { replicas: 1 });
  for (const user of users)
    connections.set(user, await connectNats({ url: natsUrl(running.instance, user), process: user, name: user, log }));
});

afterAll(async () => {
  await Promise.all([...connections.values(), admin].map((one) => one.close()));
  await running.stop();
});

function connectionOf(user: User): Nats {
  const found = connections.get(user);
  if (found === undefined) throw new Error(`${user} is not connected.`);
  return found;
}

/** Whether the server lets the user publish there, whatever the response is. */
async function mayPublish(user: User, subject: string): Promise<boolean> {
  try {
    await connectionOf(user).connection.request(subject, "", { timeout: 5_000 });
    return true;
  } catch (error) {
    if (error instanceof Error && /permissions violation/i.test(`${error.message} ${String(error.cause)}`)) return false;
    throw error;
  }
}

async function maySubscribe(user: User, subject: string): Promise<boolean> {
  const { connection } = connectionOf(user);
  let refused = false;
  const subscription = connection.subscribe(subject, { callback: (error) => void (refused ||= error !== null) });
  // The refusal is sent before the response to the flush.
  await connection.flush();
  subscription.unsubscribe();
  return !refused;
}

test("a connection without credentials, or with another password, is refused", async () => {
  const servers = natsServers(running.instance);
  await expect(connect({ servers, reconnect: false })).rejects.toThrow(/authorization violation/i);
  await expect(connect({ servers, user: "api", pass: "wrong", reconnect: false })).rejects.toThrow(/authorization violation/i);
});

const orders = ["deployments", "models", "scores", "lists", "keys", "secrets"] as const;
const control = orders.map((bucket) => `$KV.${bucket}.x`);
const readsOrders = orders.flatMap((bucket) => [`$JS.API.STREAM.MSG.GET.KV_${bucket}`]);
const readsExecutions = [
  "$JS.API.CONSUMER.CREATE.executions",
  "$JS.API.CONSUMER.CREATE.executions.other",
  "$JS.API.CONSUMER.DURABLE.CREATE.executions.other",
  "$JS.API.CONSUMER.MSG.NEXT.executions.other",
  "$JS.API.STREAM.MSG.GET.executions",
  "$JS.API.DIRECT.GET.executions",
];
const deletes = ["executions", "executions-dead", "KV_keys", "KV_deployments"].flatMap((stream) =>
  ["DELETE", "PURGE", "MSG.DELETE", "SNAPSHOT", "LEADER.STEPDOWN"].map((operation) => `$JS.API.STREAM.${operation}.${stream}`),
);
const erasesDead = ["$JS.API.STREAM.MSG.GET.executions-dead", "$JS.API.STREAM.MSG.DELETE.executions-dead"];
const changes = ["executions", "KV_keys"].map((stream) => `$JS.API.STREAM.UPDATE.${stream}`);
const creates = ["executions", "KV_keys"].map((stream) => `$JS.API.STREAM.CREATE.${stream}`);
const consumes = ["$JS.API.CONSUMER.CREATE.executions.clickhouse", "$JS.API.CONSUMER.MSG.NEXT.executions.clickhouse"];

const consumesRefused = ["$JS.API.CONSUMER.CREATE.refused-requests.clickhouse", "$JS.API.CONSUMER.MSG.NEXT.refused-requests.clickhouse"];
const readsRefused = ["$JS.API.CONSUMER.CREATE.refused-requests.other", "$JS.API.STREAM.MSG.GET.refused-requests"];

/** By user: subjects that it may and may not publish to. */
const table: readonly { readonly user: User; readonly may: readonly string[]; readonly mayNot: readonly string[] }[] = [
  {
    user: "runtime",
    may: [
      "executions.3",
      "refused-requests",
      "$KV.runtimes.x",
      "$KV.answers.x",
      "$JS.API.STREAM.CREATE.KV_runtimes",
      ...readsOrders,
      "$JS.API.STREAM.MSG.GET.KV_answers",
    ],
    mayNot: [
      ...control,
      ...readsExecutions,
      ...readsRefused,
      ...consumesRefused,
      ...consumes,
      "$JS.ACK.executions.clickhouse.1.1.1.1.1",
      "dead.executions.3",
      ...deletes,
      ...changes,
      ...creates,
    ],
  },
  {
    user: "api",
    may: [...control, ...readsOrders, "$JS.API.STREAM.MSG.GET.KV_runtimes"],
    mayNot: [
      "executions.3",
      "refused-requests",
      ...readsRefused,
      ...consumesRefused,
      "$KV.runtimes.x",
      "$KV.answers.x",
      "$JS.API.STREAM.MSG.GET.KV_answers",
      "$JS.API.CONSUMER.CREATE.KV_answers.x",
      ...readsExecutions,
      ...consumes,
      ...deletes,
      ...changes,
      ...creates,
    ],
  },
  {
    user: "worker",
    may: [...control, ...readsOrders, ...consumes, ...consumesRefused, "dead.executions.3", ...erasesDead, ...creates],
    mayNot: [
      "executions.3",
      "refused-requests",
      ...readsRefused,
      "$KV.runtimes.x",
      "$KV.answers.x",
      ...readsExecutions,
      ...deletes.filter((subject) => !erasesDead.includes(subject)),
      ...changes,
    ],
  },
  {
    user: "migrate",
    may: [...creates, ...changes],
    mayNot: [...control, ...readsOrders, ...readsExecutions, ...consumes, "executions.3", "dead.executions.3", "$KV.answers.x", ...deletes],
  },
];

for (const { user, may, mayNot } of table) {
  test(`${user} may publish where it needs to`, async () => {
    for (const subject of may) {
      // A request without a response was still allowed.
      const allowed = await mayPublish(user, subject).catch((error: unknown) => String(error));
      expect(allowed, subject).not.toBe(false);
    }
  });

  test(`${user} is refused everywhere else`, async () => {
    for (const subject of mayNot) expect(await mayPublish(user, subject), subject).toBe(false);
  });

  test(`${user} receives its own replies and nothing else`, async () => {
    expect(await maySubscribe(user, `_INBOX.${user}.x`)).toBe(true);
    const others = users.filter((one) => one !== user).map((one) => `_INBOX.${one}.>`);
    for (const subject of [">", "_INBOX.>", "executions.>", "$KV.>", "$JS.ACK.>", ...others]) {
      expect(await maySubscribe(user, subject), subject).toBe(false);
    }
  });
}

test("a runtime does not store an entry that it published itself", async () => {
  const keys = await openBucket(connectionOf("runtime"), "keys");
  const entry = { keyId: "forged", organisationId: "o", userId: "u", permissions: [], hash: "0".repeat(64) };
  await expect(keys.put("forged", entry, 1_000)).rejects.toThrow(/permissions violation|timeout/i);
  expect(await (await openBucket(admin, "keys")).get("forged")).toBeUndefined();
});

test("creating an existing stream does not change it", async () => {
  const before = await admin.jetstream.jetstreamManager().then((manager) => manager.streams.info("executions"));
  const { connection } = connectionOf("worker");
  const config = { ...before.config, discard: "old", retention: "limits", max_bytes: 1 };
  const answer = await connection.request("$JS.API.STREAM.CREATE.executions", JSON.stringify(config), { timeout: 5_000 });
  expect(answer.json()).toMatchObject({ error: { err_code: 10058 } });
  const after = await admin.jetstream.jetstreamManager().then((manager) => manager.streams.info("executions"));
  expect(after.config).toEqual(before.config);
  await publishDurable(connectionOf("runtime"), { subject: "executions.0", payload: "x" }, 5_000);
});
