import { useState } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import type { Solution } from "../../parts/versions/resources.ts";
import { useVersions } from "../use-solutions.ts";

/** Whether the heat map is shown instead of the editor, and of which versions: those that are or were deployed, the serving ones first. */
export function useHeatMode(solution: Solution) {
  const [isOn, setOn] = useState(false);
  const served = (useVersions(solution).data?.items ?? [])
    .filter(({ _embedded }) => _embedded.deploymentStatus !== "notDeployed")
    .toSorted((one, other) => rank(one._embedded.deploymentStatus) - rank(other._embedded.deploymentStatus));
  const versions = served.filter((version) => linkFor(version, "heat", "GET") !== undefined);
  return {
    isOn: isOn && versions.length > 0,
    /** Users who may not see executions are not offered the heat map. */
    isOffered: served.length === 0 || versions.length > 0,
    why: versions.length === 0 ? "No version of this solution has been served yet." : undefined,
    versions,
    set: setOn,
  };
}

function rank(status: string): number {
  return status === "serving" ? 0 : 1;
}
