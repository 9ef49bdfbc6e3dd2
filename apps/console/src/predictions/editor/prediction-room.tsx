import Skeleton from "@mui/material/Skeleton";
import { asProblem } from "../../api/api-problem.ts";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { State } from "../../ui/state.tsx";
import { ButtonLink } from "../../ui/button-link.ts";
import { NoAccess } from "../../parts/no-access.tsx";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { backToList } from "./back-to-list.ts";
import { PredictionEditor } from "./prediction-editor.tsx";
import type { PredictionSearch } from "./prediction-search.ts";
import { usePrediction } from "./use-prediction.ts";
import "./prediction.css";
import "./prediction-narrow.css";

export interface RoomProps {
  readonly webSafeString: string;
  readonly search: PredictionSearch;
  readonly onSearch: (search: PredictionSearch) => void;
}

/** One configuration, once it is there. */
export function PredictionRoom({ webSafeString, search, onSearch }: RoomProps) {
  const profile = useProfile();
  const { data, error, refetch } = usePrediction(webSafeString);
  if (linkFor(profile, "predictions", "GET") === undefined || !holds(profile, "prediction.read")) {
    return <NoAccess icon="predictions" to="predictions" needs={["predictions.list", "prediction.read"]} />;
  }
  if (data !== undefined) return <PredictionEditor prediction={data} search={search} onSearch={onSearch} />;
  if (error) {
    return (
      <>
        <PageHead title="Prediction" back={backToList} />
        <section className="card">
          {asProblem(error).status === 404 ? (
            <State
              icon="predictions"
              tone="quiet"
              title="There is no such prediction"
              actions={
                <ButtonLink variant="outlined" to={backToList.to}>
                  {backToList.label}
                </ButtonLink>
              }
            >
              <p>It was deleted, or the address is not right.</p>
            </State>
          ) : (
            <FaultPanel error={error} onRetry={() => void refetch()} />
          )}
        </section>
      </>
    );
  }
  return (
    <>
      <PageHead title="Prediction" back={backToList} />
      <div className="pe-waiting" aria-busy="true">
        <Skeleton height={44} />
        <Skeleton height={320} />
      </div>
    </>
  );
}
