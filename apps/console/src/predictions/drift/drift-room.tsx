import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { DateText } from "../../ui/format/date-text.tsx";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { State } from "../../ui/state.tsx";
import { driftDays, type DriftDays } from "../editor/prediction-search.ts";
import type { Prediction } from "../editor/use-prediction.ts";
import { DriftPage } from "./drift-page.tsx";
import { useDrift } from "./use-drift.ts";
import "../report/report.css";
import "./drift.css";

interface DriftRoomProps {
  readonly prediction: Prediction;
  readonly days: DriftDays;
  readonly onDays: (days: DriftDays) => void;
  readonly onBack: () => void;
}

/** Live decisions of the deployed model beside its training. */
export function DriftRoom({ prediction, days, onDays, onBack }: DriftRoomProps) {
  const loop = useDrift(prediction, days);
  const [chosen, setChosen] = useState<string>();
  const { drift, error } = loop;
  return (
    <>
      <header className="card rp-head">
        <Button color="inherit" startIcon={<Icon name="back" size={16} />} onClick={onBack}>
          Jobs
        </Button>
        <h2>Drift</h2>
        {drift !== undefined && drift.model !== null && (
          <span className="chip success">
            <Icon name="rocket" size={12} />
            Model {drift.model}
          </span>
        )}
        {drift !== undefined && drift.counted !== null && (
          <span className="muted">
            Counted <DateText date={drift.counted} />
          </span>
        )}
        <span className="grow" />
        <ToggleButtonGroup
          exclusive
          size="small"
          value={days}
          aria-label="Period"
          onChange={(_event, next: DriftDays | null) => {
            if (next !== null) onDays(next);
          }}
        >
          {driftDays.map((count) => (
            <ToggleButton key={count} value={count}>
              {count} days
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </header>
      {error ? (
        <section className="card">
          <FaultPanel error={error} onRetry={loop.retry} />
        </section>
      ) : drift === undefined ? (
        <div className="flex-column" aria-busy="true">
          <Skeleton height={56} />
          <Skeleton height={320} />
        </div>
      ) : drift.model === null ? (
        <section className="card">
          <State icon="predictions" title="No model is deployed">
            <p>After you deploy a model, its live inputs are compared with the training data every day.</p>
          </State>
        </section>
      ) : (
        <DriftPage drift={drift} loop={loop} chosen={chosen} onChoose={setChosen} />
      )}
    </>
  );
}
