import type { PredictionOutcomes } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { useDatasource } from "../editor/use-datasource.ts";
import { OutcomesForm } from "./outcomes-form.tsx";

interface OutcomesPartProps {
  readonly outcomes: PredictionOutcomes | null;
  /** Undefined for those who may only look. */
  readonly save: ((outcomes: PredictionOutcomes | null) => Promise<boolean>) | undefined;
}

/** Where the outcomes come from. */
export function OutcomesPart({ outcomes, save }: OutcomesPartProps) {
  const [editing, setEditing] = useState(false);
  const { datasource } = useDatasource(outcomes?.datasourceId ?? null);
  if (editing && save !== undefined) return <OutcomesForm outcomes={outcomes} save={save} onDone={() => setEditing(false)} />;
  return (
    <div className="dr-source">
      {outcomes === null ? (
        <p className="muted">A datasource with the actual outcomes shows how good the scores were.</p>
      ) : (
        <p>
          <span className="muted">Outcomes from</span>{" "}
          <span className="chip pe-source">
            <Icon name="datasources" size={12} />
            {datasource?._embedded.name ?? "unknown"}
          </span>
        </p>
      )}
      {save !== undefined && (
        <Button size="small" variant="outlined" onClick={() => setEditing(true)}>
          {outcomes === null ? "Choose outcomes" : "Change outcomes"}
        </Button>
      )}
    </div>
  );
}
