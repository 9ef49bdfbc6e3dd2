import { useParams } from "@tanstack/react-router";
import Skeleton from "@mui/material/Skeleton";
import { FaultBoundary } from "../../parts/fault/fault-boundary.tsx";
import { NoAccess } from "../../parts/no-access.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useSolution } from "./use-solution.ts";
import { Workspace } from "./workspace.tsx";
import { FailedWindow } from "../../parts/fault/failed-window.tsx";
import { WindowAlone } from "../../ui/window-alone.tsx";
import "../../ui/diagram-window.css";
import "./solution-page.css";
import "../runs/results.css";

/** The solution editor, in a window of its own. */
export function SolutionPage() {
  const { webSafeString } = useParams({ from: "/signed-in/solution/$webSafeString" });
  const { data, error, refetch } = useSolution(webSafeString);
  const mayLook = linkFor(useProfile(), "solutions", "GET") !== undefined;
  useTitle(data ? `Solution Design - ${data.solution._embedded.name}` : "Solution Design");
  if (!mayLook) {
    return (
      <WindowAlone>
        <NoAccess icon="solutions" noun="solutions" needs={["solutions.list"]} />
      </WindowAlone>
    );
  }
  if (error && data === undefined) return <FailedWindow error={error} onRetry={refetch} />;
  if (!data) return <Opening />;
  return (
    <FaultBoundary>
      <Workspace key={webSafeString} opened={data} />
    </FaultBoundary>
  );
}

/** A skeleton of the page, so that nothing jumps. */
function Opening() {
  return (
    <div className="window-page sd" aria-busy="true">
      <div className="sd-brand" />
      <header className="sd-bar">
        <h1 className="sr">Solution Design</h1>
        <Skeleton width={260} height={24} />
      </header>
      <main className="sd-centre sd-opening">
        <div className="sd-waiting">
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} variant="rounded" height={36} />
          ))}
        </div>
      </main>
      <div className="sd-details sd-waiting">
        <Skeleton height={32} />
        <Skeleton variant="rounded" height={120} />
      </div>
    </div>
  );
}
