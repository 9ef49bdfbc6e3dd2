import { formatFixed } from "@airlock/flow/locale";
import type { ModelSummary } from "@airlock/contract";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import type { ReactNode } from "react";
import { DateText } from "../../ui/format/date-text.tsx";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import type { Prediction } from "../editor/use-prediction.ts";
import type { Training } from "../training/use-training.ts";
import type { Model } from "./use-model.ts";

interface ReportHeadProps {
  readonly prediction: Prediction;
  readonly training: Training;
  readonly model: Model;
  readonly models: readonly ModelSummary[];
  readonly against: number | undefined;
  readonly back: ReactNode;
  readonly onShow: (model?: number, against?: number) => void;
}

export function ReportHead({ prediction, training, model, models, against, back, onShow }: ReportHeadProps) {
  const profile = useProfile();
  const [deploying, setDeploying] = useState(false);
  const { number, created, rows } = model._embedded;
  const isDeployed = prediction._embedded.deployedModel === number;
  const mayDeploy = ["prediction.read", "prediction.update", "prediction.deploy"] as const;
  const others = models.filter((one) => one.number !== number);
  const why = isDeployed
    ? `Model ${number} is deployed`
    : linkFor(prediction, "deploy", "PUT") === undefined
      ? "Wait until the training has ended"
      : undefined;
  const deploy = async () => {
    setDeploying(true);
    await training.deploy(number).finally(() => setDeploying(false));
  };
  return (
    <header className="card rp-head">
      {back}
      <h2>Model {number}</h2>
      {isDeployed && (
        <span className="chip success">
          <Icon name="rocket" size={12} />
          Deployed
        </span>
      )}
      <span className="muted">
        <DateText date={created} />, {counted(rows, "record")}
      </span>
      <span className="grow" />
      {others.length > 0 && (
        <Select
          className="rp-against"
          displayEmpty
          value={against === undefined ? "" : String(against)}
          inputProps={{ "aria-label": "Compare with" }}
          onChange={(event) => onShow(number, event.target.value === "" ? undefined : Number(event.target.value))}
        >
          <MenuItem value="">Compare with</MenuItem>
          {others.map((one) => (
            <MenuItem key={one.number} value={String(one.number)}>
              Model {one.number}
              {one.metric.value === null ? "" : `, ${one.metric.name} ${formatFixed(one.metric.value, 3)}`}
            </MenuItem>
          ))}
        </Select>
      )}
      {prediction._embedded.type === "standard" && mayDeploy.every((one) => holds(profile, one)) && (
        <Tooltip title={why ?? ""}>
          <span>
            <Button
              variant="outlined"
              disabled={why !== undefined || deploying}
              startIcon={<Icon name="rocket" size={16} />}
              onClick={() => void deploy()}
            >
              Deploy model {number}
            </Button>
          </span>
        </Tooltip>
      )}
    </header>
  );
}
