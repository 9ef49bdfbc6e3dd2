import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { decidePath } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { port } from "../../services/instance.ts";
import { startAll, stopAll } from "../../services/lifecycle.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { findProcess } from "../../services/processes.ts";
import { runtime } from "../../services/product.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { openDataPlane } from "../../tests/support/data-plane.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { plantedBug } from "../../tests/support/planted.ts";
import { people } from "../engine/contenders.ts";
import { scorecard } from "../engine/scorecard.ts";

export interface Server {
  readonly port: number;
  readonly pid: number;
}

export interface Servers {
  readonly echo: Server;
  readonly zen: Server;
  readonly airlock: Server;
  /** A deliberately broken runtime: it responds before its log is acknowledged. */
  readonly unwaiting: Server;
  readonly natsPid: number;
  readonly versionIds: readonly string[];
  /** Of the solution whose live release is the first version. */
  readonly solutionKey: string;
  /** Of another solution with the same live version, with the second version as a shadow. */
  readonly shadowedKey: string;
  /** Inputs that the shadow decided and dropped, so far. */
  readonly shadowCounts: () => Promise<{ readonly decided: number; readonly dropped: number }>;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/** Everything that is compared, started once; only one of them has load at a time. */
export async function startServers(options: { readonly versions: number; readonly profile: string | undefined }): Promise<Servers> {
  const running = await startTemporaryInstance(["nats"]);
  const { instance } = running;
  const quiet = { AIRLOCK_LOG_LEVEL: "warn" };
  const profiling: Record<string, string> =
    options.profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` };
  const parts = [
    runtime("runtime1", { env: { ...quiet, ...profiling }, watch: false }),
    runtime("runtime2", { env: { ...quiet, ...plantedBug("answer-before-acknowledged") }, watch: false }),
  ];
  await startAll(instance, parts);
  const dataPlane = await openDataPlane(natsUrl(instance));
  const { organisationId, token } = await dataPlane.issueKey();
  const versionIds: string[] = [];
  for (let index = 0; index < options.versions; index += 1) {
    versionIds.push((await dataPlane.deploy({ organisationId, definition: scorecard })).versionId);
  }
  const [solutionKey, shadowedKey] = ["scorecard", "shadowed"];
  const release = { solutionId: newId(), organisationId, releaseId: newId(), number: 1, versionId: versionIds[0] ?? "" };
  await dataPlane.write(dataPlane.releases, release.solutionId, { ...release, keys: [{ key: solutionKey }] });
  const shadow = { rolloutId: newId(), versionId: versionIds[1] ?? "", share: 10_000 };
  const shadowed = { ...release, solutionId: newId(), releaseId: newId(), keys: [{ key: shadowedKey }], shadow };
  await dataPlane.write(dataPlane.releases, shadowed.solutionId, shadowed);
  const base = `http://127.0.0.1:${port(instance, "runtime1")}`;
  for (const key of [solutionKey, shadowedKey]) {
    await eventually("the release", async () => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      return (await fetch(`${base}${decidePath}/${key}`, { method: "POST", headers, body: JSON.stringify(people[0]) })).ok
        ? true
        : undefined;
    });
  }
  const pidOf = async (name: string): Promise<number> => (await findProcess(instance.folder, name))?.pid ?? 0;
  const children: ChildProcess[] = [];

  async function bare(file: string, at: number, ...args: readonly string[]): Promise<Server> {
    const child = spawn(process.execPath, [join(import.meta.dirname, file), String(at), ...args], { stdio: "inherit" });
    children.push(child);
    await eventually(file, async () =>
      (await fetch(`http://127.0.0.1:${at}/`, { method: "POST", body: JSON.stringify(people[0]) }).catch(() => undefined))?.ok === true
        ? true
        : undefined,
    );
    return { port: at, pid: child.pid ?? 0 };
  }

  return {
    echo: await bare("echo.ts", port(instance, "runtime3"), "800"),
    zen: await bare("zen-server.ts", port(instance, "runtime4")),
    airlock: { port: port(instance, "runtime1"), pid: await pidOf("runtime1") },
    unwaiting: { port: port(instance, "runtime2"), pid: await pidOf("runtime2") },
    natsPid: await pidOf("nats"),
    versionIds,
    solutionKey,
    shadowedKey,
    shadowCounts: async () => {
      const metrics = await (await fetch(`${base}/metrics`)).text();
      const sum = (name: string) =>
        [...metrics.matchAll(new RegExp(`^${name}{.*} (\\d+)$`, "gm"))].reduce((all, [, count]) => all + Number(count), 0);
      return { decided: sum("airlock_shadow_decisions_total"), dropped: sum("airlock_shadow_dropped_total") };
    },
    token,
    stop: async () => {
      for (const child of children) child.kill();
      await dataPlane.close();
      await stopAll(instance, parts);
      await running.stop();
    },
  };
}
