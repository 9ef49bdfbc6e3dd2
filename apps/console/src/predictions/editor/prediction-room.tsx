import Skeleton from "@mui/material/Skeleton";
import { FailedPage } from "../../parts/fault/failed-page.tsx";
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

/** One configuration, once it is loaded. */
export function PredictionRoom({ webSafeString, search, onSearch }: RoomProps) {
  const profile = useProfile();
  const { data, error, refetch } = usePrediction(webSafeString);
  if (linkFor(profile, "predictions", "GET") === undefined || !holds(profile, "prediction.read")) {
    return <NoAccess icon="predictions" noun="predictions" needs={["predictions.list", "prediction.read"]} />;
  }
  if (data !== undefined) return <PredictionEditor prediction={data} search={search} onSearch={onSearch} />;
  if (error) {
    const missing = {
      icon: "predictions",
      title: "There is no such prediction",
      text: "It was deleted, or the address is not right.",
    } as const;
    return <FailedPage title="Prediction" back={backToList} error={error} onRetry={refetch} missing={missing} />;
  }
  return (
    <>
      <PageHead title="Prediction" back={backToList} />
      <div className="stack" aria-busy="true">
        <Skeleton height={44} />
        <Skeleton height={320} />
      </div>
    </>
  );
}
