import type { DeploymentStatus, VersionFields } from "@airlock/contract";
import type { Status } from "../../ui/status-pill.tsx";

export interface StatusLook {
  readonly status: Status;
  readonly text: string;
}

/** The display status of a version. Unknown values are shown as an error. */
export function versionStatus(status: DeploymentStatus | (string & {})): StatusLook {
  switch (status) {
    case "serving":
      return { status: "serving", text: "Serving" };
    case "stopped":
      return { status: "stopped", text: "Stopped" };
    case "notDeployed":
      return { status: "not-deployed", text: "Not deployed" };
    default:
      return { status: "error", text: "Error" };
  }
}

/** What a solution does by its versions: serving wins, then an error that wants attention, then stopped. */
export function solutionStatus(versions: readonly Pick<VersionFields, "versionName" | "deploymentStatus">[]): StatusLook {
  const looks = versions.map((version) => ({ ...versionStatus(version.deploymentStatus), name: version.versionName }));
  const serving = looks.filter((look) => look.status === "serving");
  const [first] = serving;
  if (first) return { status: "serving", text: serving.length === 1 ? `Serving ${first.name}` : `Serving ${serving.length} versions` };
  const error = looks.find((look) => look.status === "error");
  const stopped = looks.find((look) => look.status === "stopped");
  return error ?? stopped ?? versionStatus("notDeployed");
}
