import { formatNumber } from "@airlock/flow/locale";
import type { RolloutFields, VersionFields } from "@airlock/contract";

type Running = Pick<RolloutFields, "kind" | "versionWss" | "liveVersionWss" | "share">;

const fine = (value: number) => formatNumber(value, { maximumFractionDigits: 2 });

/** The rollout that tries this version. */
export function rolloutOf(version: Pick<VersionFields, "webSafeString">, running: readonly Running[]): Running | undefined {
  return running.find(({ versionWss }) => versionWss === version.webSafeString);
}

/** Which calls reach a version that serves: 'live, 90%', 'ramp, 10%', 'shadow', 'own address'; empty for any other. */
export function versionRoleText(
  version: Pick<VersionFields, "webSafeString" | "isLive" | "deploymentStatus">,
  running: readonly Running[],
): string {
  if (version.isLive) {
    const divided = running.find(({ kind, liveVersionWss }) => kind !== "shadow" && liveVersionWss === version.webSafeString);
    return divided === undefined ? "live" : `live, ${fine(100 - divided.share)}%`;
  }
  const tried = rolloutOf(version, running);
  if (tried?.kind === "shadow") return "shadow";
  if (tried !== undefined) return tried.kind === "ramp" ? `ramp, ${fine(tried.share)}%` : `split, ${fine(tried.share)}%`;
  return version.deploymentStatus === "serving" ? "own address" : "";
}
