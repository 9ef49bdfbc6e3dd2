import { useState } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import type { Solution } from "../../parts/versions/resources.ts";
import { useVersions } from "../use-solutions.ts";

/** Whether traffic is shown instead of what is being drawn, and whose: versions that are or were served, the serving ones first. */
export function useHeatMode(solution: Solution) {
  const [isOn, setOn] = useState(false);
  const served = (useVersions(solution).data?.items ?? [])
    .filter(({ _embedded }) => _embedded.deploymentStatus !== "notDeployed")
    .toSorted((one, other) => rank(one._embedded.deploymentStatus) - rank(other._embedded.deploymentStatus));
  const versions = served.filter((version) => linkFor(version, "heat", "GET") !== undefined);
  return {
    isOn: isOn && versions.length > 0,
    /** Who may not see executions is not offered their traffic. */
    isOffered: served.length === 0 || versions.length > 0,
    why: versions.length === 0 ? "No version of this solution has been served yet." : undefined,
    versions,
    set: setOn,
  };
}

function rank(status: string): number {
  return status === "serving" ? 0 : 1;
}
