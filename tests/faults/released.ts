import { decidePath } from "@airlock/contract";
import type { Served } from "../support/decision.ts";
import type { World } from "./world.ts";

/** Releases a version; returns the key of its solution. */
export async function release(world: World, { solutionId, versionId }: Served): Promise<string> {
  const admin = await world.admin();
  await admin.do("solution.releases.create", { at: { solutionId }, body: { versionWss: versionId } });
  return (await admin.do("solution.read", { at: { solutionId } }))._embedded.key;
}

/** The version that a runtime uses at the key of a solution; undefined if it does not respond. One decision outside any journal. */
export async function versionAt(target: string, solutionKey: string, token: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${target}${decidePath}/${solutionKey}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ age: 17, reference: "probe" }),
      signal: AbortSignal.timeout(5_000),
    });
    return /"versionWss":"(\w+)"/.exec(await response.text())?.[1];
  } catch {
    return undefined;
  }
}
