import { useSearch } from "@tanstack/react-router";
import { State } from "../ui/state.tsx";
import { useTitle } from "../ui/use-title.ts";
import { linkFor } from "../api/session/permissions.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { useProfile } from "../api/session/use-session.ts";
import { CompareBar } from "./compare-bar.tsx";
import { WindowAlone } from "../ui/window-alone.tsx";
import "./comparison.css";

/** Where two flows are chosen, before anything is run. */
export function NewComparisonPage() {
  const { solution, left, right } = useSearch({ from: "/signed-in/compare" });
  const mayCompare = linkFor(useProfile(), "comparisons", "POST") !== undefined;
  useTitle("Compare");
  if (!mayCompare) {
    return (
      <WindowAlone>
        <NoAccess icon="executions" noun="comparisons" needs={["versionExecutions.list", "solutions.list"]} />
      </WindowAlone>
    );
  }
  const version = (id: string | undefined) => (id === undefined ? undefined : `version ${id}`);
  return (
    <div className="cmp-empty">
      <CompareBar initial={{ solutionId: solution, left: version(left), right: version(right), over: { days: 7 } }} />
      <main className="cmp-alone">
        <State icon="chart" title="What would have changed?">
          <p>
            Both flows run over past executions, with the recorded responses of web calls, or over every record of a datasource. Live
            versions do not change.
          </p>
        </State>
      </main>
    </div>
  );
}
