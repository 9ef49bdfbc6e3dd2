import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { asProblem } from "../../api/api-problem.ts";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { State } from "../../ui/state.tsx";
import type { Prediction } from "../editor/use-prediction.ts";
import type { Training } from "../training/use-training.ts";
import { ReportHead } from "./report-head.tsx";
import { ReportView } from "./report-view.tsx";
import { useModel, useModels } from "./use-model.ts";
import "./report.css";

interface ModelRoomProps {
  readonly prediction: Prediction;
  readonly training: Training;
  readonly number: number;
  readonly against: number | undefined;
  /** Nothing leads back to the jobs. */
  readonly onShow: (model?: number, against?: number) => void;
}

/** One model's report, alone or beside another's. */
export function ModelRoom({ prediction, training, number, against, onShow }: ModelRoomProps) {
  const models = useModels(prediction).data ?? [];
  const model = useModel(prediction, number);
  const other = useModel(prediction, against);
  const back = (
    <Button color="inherit" startIcon={<Icon name="back" size={16} />} onClick={() => onShow()}>
      Jobs
    </Button>
  );
  if (model.error && model.data === undefined) {
    return (
      <section className="card">
        {asProblem(model.error).status === 404 ? (
          <State icon="predictions" tone="quiet" title={`There is no model ${number}`} actions={back} />
        ) : (
          <FaultPanel error={model.error} onRetry={() => void model.refetch()} />
        )}
      </section>
    );
  }
  if (model.data === undefined || (against !== undefined && other.data === undefined && !other.error)) {
    return (
      <div className="flex-column" aria-busy="true">
        <Skeleton height={56} />
        <Skeleton height={180} />
        <Skeleton height={320} />
      </div>
    );
  }
  return (
    <>
      <ReportHead
        prediction={prediction}
        training={training}
        model={model.data}
        models={models}
        against={against}
        back={back}
        onShow={onShow}
      />
      <ReportView prediction={prediction} model={model.data} other={against === undefined ? undefined : other.data} />
    </>
  );
}
