import { useParams } from "@tanstack/react-router";
import Skeleton from "@mui/material/Skeleton";
import { asProblem } from "../../api/api-problem.ts";
import { FaultBoundary } from "../../parts/fault/fault-boundary.tsx";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { NoAccess } from "../../parts/no-access.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { NotFoundPage } from "../../parts/not-found-page.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useSolution } from "./use-solution.ts";
import { Workspace } from "./workspace.tsx";
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
      <main className="window-alone">
        <NoAccess icon="solutions" noun="solutions" needs={["solutions.list"]} />
      </main>
    );
  }
  if (error) {
    if (asProblem(error).status === 404) return <NotFoundPage />;
    return (
      <main className="window-alone">
        <FaultPanel error={error} onRetry={() => void refetch()} />
      </main>
    );
  }
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
