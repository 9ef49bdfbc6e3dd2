import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KeyEntry } from "@airlock/contract";
import { connectNats, createLog, ensureDataPlane, openBucket, publishDurable, type Nats } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimFreeBase, type ClaimedBase } from "../../services/free-port.ts";
import { projectRoot } from "../../services/instance.ts";
import { natsPasswords, natsUrlOf } from "../../services/nats-users.ts";
import { nats as natsPart } from "../../services/parts/nats.ts";

/** The shipped configuration with a store small enough to fill. */
const log = createLog({ name: "test", level: "silent" });
const storeBytes = 64 * 1024 ** 2;
let folder: string;
let claimed: ClaimedBase;
let server: ChildProcess;
let nats: Nats;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-nats-store-"));
  claimed = await claimFreeBase();
  await natsPart.install();
  const shipped = await readFile(join(projectRoot, "deploy/nats/nats.conf"), "utf8");
  await writeFile(join(folder, "nats.conf"), shipped.replace("max_file_store: 20GB", "max_file_store: 64MB"));
  const { file } = await natsPart.prepare({ name: "store", base: claimed.base, folder });
  const args = ["--config", join(folder, "nats.conf"), "--addr", "127.0.0.1", "--port", String(claimed.base + 1), "--store_dir", folder];
  server = spawn(file, args, { stdio: "ignore", env: { ...process.env, ...natsPasswords() } });
  nats = await connectNats({ url: natsUrlOf(`nats://127.0.0.1:${claimed.base + 1}`, "admin"), name: "test", log });
});

afterAll(async () => {
  await nats.close();
  server.kill("SIGKILL");
  await once(server, "exit");
  await claimed.release();
  await rm(folder, { recursive: true, force: true });
});

const key = (keyId: string): KeyEntry => ({ keyId, organisationId: "o", userId: "u", permissions: [], hash: "0".repeat(64) });

/** Appends until the server refuses; returns its refusal. */
async function fill(subject: (index: number) => string, bytes: number): Promise<string> {
  const payload = "x".repeat(bytes);
  for (let index = 0; index < (2 * storeBytes) / bytes; index += 1) {
    try {
      await publishDurable(nats, { subject: subject(index), payload }, 10_000);
    } catch (error) {
      return String(error);
    }
  }
  return "nothing was refused";
}

test(
  "with full streams of executions and stored answers, versions and keys can still be written and removed",
  { timeout: 120_000 },
  async () => {
    await ensureDataPlane(nats, { replicas: 1, storeBytes });
    const keys = await openBucket(nats, "keys");
    const revision = await keys.put("before", key("before"));
    expect(await fill((index) => `executions.${index % 16}`, 1024 ** 2)).toMatch(/maximum bytes exceeded/);
    expect(await fill((index) => `$KV.answers.a${index}`, 1024 ** 2)).toMatch(/maximum bytes exceeded/);
    expect(await keys.replace("before", undefined, revision)).toBeGreaterThan(revision);
    expect(await keys.put("after", key("after"))).toBeGreaterThan(revision);
    for (const bucket of ["deployments", "secrets", "scores", "models", "runtimes"]) {
      expect(await publishDurable(nats, { subject: `$KV.${bucket}.x`, payload: "x".repeat(100_000) }, 5_000)).toBeGreaterThan(0);
    }
    expect(await publishDurable(nats, { subject: "dead.executions.0", payload: "x" }, 5_000)).toBeGreaterThan(0);
  },
);

test("a store larger than the server's is refused with instructions, and a stream is never shrunk below its content", async () => {
  await expect(ensureDataPlane(nats, { replicas: 1, storeBytes: 4 * storeBytes })).rejects.toThrow(
    /AIRLOCK_NATS_STORE_BYTES must not exceed/,
  );
  await expect(ensureDataPlane(nats, { replicas: 1, storeBytes: storeBytes / 2 })).rejects.toThrow(/more than its share/);
  await ensureDataPlane(nats, { replicas: 1, storeBytes });
});

test("streams of an installation without limits get theirs", async () => {
  const manager = await nats.jetstream.jetstreamManager();
  await manager.streams.purge("executions");
  await manager.streams.update("executions", { max_bytes: -1 });
  await manager.streams.update("KV_keys", { max_bytes: -1 });
  await ensureDataPlane(nats, { replicas: 1, storeBytes });
  for (const name of ["executions", "KV_keys"]) expect((await manager.streams.info(name)).config.max_bytes).toBeGreaterThan(0);
});
