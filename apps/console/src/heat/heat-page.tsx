import { Link, useParams } from "@tanstack/react-router";
import { asProblem } from "../api/api-problem.ts";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { Logo } from "../look/logo.tsx";
import { StatusPill } from "../look/status-pill.tsx";
import { useTitle } from "../look/use-title.ts";
import { NotFoundPage } from "../public-pages/not-found-page.tsx";
import { NoAccess } from "../session/no-access.tsx";
import { ProgressLine } from "../shell/progress-line.tsx";
import { versionStatus } from "../solutions/solution-status.ts";
import { useTriedVersion } from "../try/use-tried-version.ts";
import { HeatStage } from "./heat-stage.tsx";
import "../solution/solution-page.css";

/** A version's diagram with its traffic, in a window of its own: what the link shows that one person sends to another. */
export function HeatPage() {
  const { webSafeString } = useParams({ from: "/signed-in/version/$webSafeString" });
  const { mayRead, version } = useTriedVersion(webSafeString);
  const told = version.data?._embedded;
  useTitle(told ? `Heat - ${told.versionName}` : "Heat");
  if (!mayRead) {
    return (
      <main className="sd-alone">
        <NoAccess icon="solutions" to="versions" />
      </main>
    );
  }
  if (version.error && told === undefined) {
    if (asProblem(version.error).status === 404) return <NotFoundPage />;
    return (
      <main className="sd-alone">
        <FaultPanel error={version.error} onRetry={() => void version.refetch()} />
      </main>
    );
  }
  const look = told && versionStatus(told.deploymentStatus);
  return (
    <div className="sd">
      <Link to="/admin/solutions" className="sd-brand" aria-label="Airlock, all solutions">
        <Logo />
        <span>Airlock</span>
      </Link>
      <header className="sd-bar">
        <div className="sd-title">
          <h1 className="clip">{told ? `${told.solutionName}, ${told.versionName}` : "Heat"}</h1>
          {look && <StatusPill status={look.status}>{look.text}</StatusPill>}
        </div>
        <ProgressLine />
      </header>
      {version.data && <HeatStage versions={[version.data]} />}
    </div>
  );
}
