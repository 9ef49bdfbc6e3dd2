import { readFile } from "node:fs/promises";
import { Kvm } from "@nats-io/kv";
import { connect } from "@nats-io/transport-node";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentFile } from "./environment.ts";
import type { Instance } from "./instance.ts";
import { killPart, restartPart, startParts, statusOfParts, stopParts } from "./lifecycle.ts";
import { natsCredentials } from "./nats-users.ts";
import { natsServers } from "./parts/nats.ts";
import { postgresUrl } from "./parts/postgres.ts";
import { usualParts } from "./parts.ts";
import { startTemporaryInstance, type TemporaryInstance } from "./temporary-instance.ts";

const admin = { user: natsCredentials("admin").user, pass: natsCredentials("admin").password };
let one: TemporaryInstance;
let two: TemporaryInstance;

beforeAll(async () => {
  [one, two] = await Promise.all([startTemporaryInstance(usualParts), startTemporaryInstance(usualParts)]);
});

afterAll(() => Promise.all([one.stop(), two.stop()]));

async function sql(instance: Instance, account: "owner" | "app", text: string): Promise<unknown[]> {
  const client = new Client(postgresUrl(instance, account));
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const ready = async (instance: Instance) =>
  (await statusOfParts(instance, usualParts)).filter((status) => status.ready).map(({ part }) => part);

describe("two concurrent instances", () => {
  it("have all parts running, with their own ports and data", async () => {
    expect(await ready(one.instance)).toEqual(usualParts);
    expect(await ready(two.instance)).toEqual(usualParts);
    await sql(one.instance, "owner", "CREATE TABLE only_in_one (id int)");
    expect(await sql(one.instance, "owner", "SELECT * FROM only_in_one")).toEqual([]);
    await expect(sql(two.instance, "owner", "SELECT * FROM only_in_one")).rejects.toThrow("does not exist");
  });

  it("have a role that is subject to row-level security, and one that owns the schema", async () => {
    const query = "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname LIKE 'airlock_%' AND NOT rolsuper ORDER BY rolname";
    expect(await sql(one.instance, "app", query)).toEqual([
      { rolname: "airlock_app", rolsuper: false, rolbypassrls: false },
      { rolname: "airlock_owner", rolsuper: false, rolbypassrls: true },
    ]);
    expect(await sql(one.instance, "app", "SHOW fsync")).toEqual([{ fsync: "on" }]);
  });

  it("write a file with settings that a process can start with", async () => {
    const file = await readFile(environmentFile(two.instance), "utf8");
    expect(file).toContain(`AIRLOCK_PUBLIC_URL=http://localhost:${two.instance.base}\n`);
    expect(file).toContain(`AIRLOCK_NATS_URL=${natsServers(two.instance)}\n`);
  });

  it("keep acknowledged data when PostgreSQL and NATS are killed", async () => {
    await sql(one.instance, "owner", "CREATE TABLE kept AS SELECT 42 AS answer");
    const before = await connect({ servers: natsServers(one.instance), ...admin, reconnect: false });
    const bucket = await new Kvm(before).create("kept");
    await bucket.put("answer", "42");
    await Promise.all([killPart(one.instance, "postgres"), killPart(one.instance, "nats")]);
    expect(await ready(one.instance)).toEqual(["clickhouse", "idp", "inbox", "gcs"]);
    await Promise.all([restartPart(one.instance, "postgres"), restartPart(one.instance, "nats")]);
    expect(await sql(one.instance, "owner", "SELECT * FROM kept")).toEqual([{ answer: 42 }]);
    const after = await connect({ servers: natsServers(one.instance), ...admin });
    const entry = await (await new Kvm(after).open("kept")).get("answer");
    expect(entry?.string()).toBe("42");
    await after.close();
  });

  it("are independent when one stops, refuse its ports to a third, and restart with their data", async () => {
    await sql(one.instance, "owner", "CREATE TABLE survivor AS SELECT 1 AS n");
    expect([...(await stopParts(one.instance, usualParts))].sort()).toEqual([...usualParts].sort());
    expect(await ready(one.instance)).toEqual([]);
    expect(await ready(two.instance)).toEqual(usualParts);
    const intruder = { ...two.instance, name: "intruder", folder: one.instance.folder };
    await expect(startParts(intruder, ["nats"])).rejects.toThrow(/Port \d+ is taken/);
    await startParts(one.instance, usualParts);
    expect(await sql(one.instance, "owner", "SELECT * FROM survivor")).toEqual([{ n: 1 }]);
  });
});
