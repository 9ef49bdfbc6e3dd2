import { useParams } from "@tanstack/react-router";
import { StatusPill } from "../ui/status-pill.tsx";
import { useTitle } from "../ui/use-title.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { versionStatus } from "../parts/versions/solution-status.ts";
import { useTriedVersion } from "../parts/versions/use-version.ts";
import { HeatStage } from "../parts/heat-map/heat-stage.tsx";
import { HeatWindow } from "../parts/heat-map/heat-window.tsx";
import { FailedWindow } from "../parts/fault/failed-window.tsx";
import { WindowAlone } from "../ui/window-alone.tsx";

/** The heat map of a version in a window of its own, which can be shared by its link. */
export function HeatMapPage() {
  const { webSafeString } = useParams({ from: "/signed-in/version/$webSafeString" });
  const { mayRead, version } = useTriedVersion(webSafeString);
  const fields = version.data?._embedded;
  useTitle(fields ? `Heat map - ${fields.versionName}` : "Heat map");
  if (!mayRead) {
    return (
      <WindowAlone>
        <NoAccess icon="solutions" noun="versions" needs={["versions.list"]} />
      </WindowAlone>
    );
  }
  if (version.error && fields === undefined) return <FailedWindow error={version.error} onRetry={version.refetch} />;
  const look = fields && versionStatus(fields.deploymentStatus);
  const head = (
    <div className="sd-title">
      <h1 className="clip">{fields ? `${fields.solutionName}, ${fields.versionName}` : "Heat map"}</h1>
      {look && <StatusPill status={look.status}>{look.text}</StatusPill>}
    </div>
  );
  return (
    <HeatWindow home="/admin/solutions" homeLabel="Airlock, all solutions" head={head}>
      {version.data && <HeatStage versions={[version.data]} />}
    </HeatWindow>
  );
}
