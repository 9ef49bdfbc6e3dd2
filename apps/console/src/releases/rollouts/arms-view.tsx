import type { RolloutResultFields } from "@airlock/contract";
import Skeleton from "@mui/material/Skeleton";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { RolloutActions } from "./actions.tsx";
import { ArmCard } from "./arm-card.tsx";
import { CumulativeChart } from "./cumulative-chart.tsx";
import { MeasuresCard } from "./measures-card.tsx";
import { useResults, type Rollout } from "./use-rollout.ts";
import { VerdictBar } from "./verdict-bar.tsx";

/** Both versions of a split or a ramp beside each other. */
export function ArmsView({ rollout }: { readonly rollout: Rollout }) {
  const { data, error, refetch } = useResults(rollout);
  if (data === undefined) {
    return (
      <>
        <section className="card rollout-verdict" aria-label="Verdict">
          <div className="grow">
            <h2>{error === null ? "Loading the results" : "No results"}</h2>
          </div>
          <RolloutActions rollout={rollout} />
        </section>
        {error === null ? (
          <div className="rollout-two" aria-busy="true">
            <Skeleton variant="rounded" height={150} />
            <Skeleton variant="rounded" height={150} />
          </div>
        ) : (
          <section className="card">
            <FaultPanel error={error} onRetry={() => void refetch()} />
          </section>
        )}
      </>
    );
  }
  return <Results rollout={rollout} results={data._embedded} />;
}

function Results({ rollout, results }: { readonly rollout: Rollout; readonly results: RolloutResultFields }) {
  return (
    <>
      <VerdictBar rollout={rollout} results={results} />
      <div className="rollout-two">
        {results.arms.map((arm) => (
          <ArmCard key={arm.arm} arm={arm} rollout={rollout._embedded} />
        ))}
      </div>
      {results.points.length > 0 && (
        <div className="rollout-two">
          <CumulativeChart results={results} rollout={rollout._embedded} />
          <MeasuresCard results={results} rollout={rollout._embedded} />
        </div>
      )}
    </>
  );
}
