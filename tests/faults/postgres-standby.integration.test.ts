import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { port } from "../../services/instance.ts";
import { postgresData, postgresUrl, unprivilegedUser } from "../../services/parts/postgres.ts";
import { startStandby } from "./postgres-standby.ts";

const instance = inject("instance");
const superuser = new Client({ connectionString: postgresUrl(instance, "superuser", "postgres") });
beforeAll(() => superuser.connect());
afterAll(() => superuser.end());

const standbys = async () => (await superuser.query("SELECT 1 FROM pg_stat_replication")).rowCount;
const named = async () => (await superuser.query<{ synchronous_standby_names: string }>("SHOW synchronous_standby_names")).rows[0];

const dataOf = async () => `${await postgresData(instance, await unprivilegedUser())}-standby`;

test("a standby that does not start is reported with its log, and leaves nothing", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port(instance, "nats2"), "127.0.0.1", resolve));
  try {
    await expect(startStandby(instance)).rejects.toThrow("Address already in use");
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
  await expect.poll(named).toEqual({ synchronous_standby_names: "" });
  expect([await standbys(), existsSync(await dataOf())]).toEqual([0, false]);
});

test("a standby that an earlier run left is replaced", async () => {
  await startStandby(instance);
  const standby = await startStandby(instance);
  expect(await standbys()).toBe(1);
  await standby.stop();
  await expect.poll(standbys).toBe(0);
});

test("a standby that is stopped leaves a server that commits without it, however often it is stopped", async () => {
  const standby = await startStandby(instance);
  expect([await standbys(), await named()]).toEqual([1, { synchronous_standby_names: "standby" }]);
  await standby.stop();
  await standby.stop();
  await expect.poll(standbys).toBe(0);
  await expect.poll(named).toEqual({ synchronous_standby_names: "" });
  expect(existsSync(await dataOf())).toBe(false);
});
