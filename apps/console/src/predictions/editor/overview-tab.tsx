import TextField from "@mui/material/TextField";
import { DateText } from "../../ui/format/date-text.tsx";
import { counted } from "../../ui/format/numbers.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { typeTexts } from "../use-predictions.ts";
import { InputFields } from "../mapping/input-fields.tsx";
import type { TabName } from "./prediction-search.ts";
import { SchedulerFields } from "../scheduler/scheduler-fields.tsx";
import { SettingsFields } from "../mapping/settings-fields.tsx";
import type { Draft } from "./use-draft.ts";
import type { Prediction } from "./use-prediction.ts";

interface OverviewTabProps {
  readonly prediction: Prediction;
  readonly draft: Draft;
  readonly mayEdit: boolean;
  readonly onTab: (name: TabName) => void;
}

export function OverviewTab({ prediction, draft, mayEdit, onTab }: OverviewTabProps) {
  const { code, createdDate, updatedDate, deployedModel, latestModel } = prediction._embedded;
  const { fields, change } = draft;
  const model = (number: number | null) => (number === null ? "-" : `Model ${number}`);
  const label = fields.mapping.columns.find(({ key }) => key === fields.mapping.labelField);
  return (
    <div className="pe-columns">
      <div className="flex-column">
        <section className="card pe-card" aria-labelledby="pe-configuration">
          <h2 id="pe-configuration">Configuration</h2>
          <TextField
            label="Name"
            required
            value={fields.name}
            disabled={!mayEdit}
            error={fields.name.trim() === ""}
            helperText={fields.name.trim() === "" ? "Enter a name" : ""}
            onChange={(event) => change({ name: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
          />
          <TextArea
            label="Description"
            minRows={3}
            maxRows={8}
            value={fields.description}
            disabled={!mayEdit}
            onChange={(description) => change({ description })}
          />
          <dl className="pe-facts">
            <dt>Type</dt>
            <dd>{typeTexts[fields.type]}</dd>
            <dt>Code</dt>
            <dd className="mono">{code === "" ? "-" : code}</dd>
            {fields.type === "standard" ? (
              <>
                <dt>Label</dt>
                <dd className={label === undefined ? "" : "mono"}>{label?.name ?? "-"}</dd>
              </>
            ) : (
              <>
                <dt>Target event</dt>
                <dd>
                  {fields.analytics.target === ""
                    ? "-"
                    : `${fields.analytics.target}, within ${counted(fields.analytics.horizonDays, "day")}`}
                </dd>
              </>
            )}
            <dt>Trained last</dt>
            <dd>{model(latestModel)}</dd>
            <dt>Deployed</dt>
            <dd>{model(deployedModel)}</dd>
            <dt>Created</dt>
            <dd>
              <DateText date={createdDate} />
            </dd>
            <dt>Changed</dt>
            <dd>
              <DateText date={updatedDate} />
            </dd>
          </dl>
        </section>
        <InputFields draft={draft} mayEdit={mayEdit} onTab={onTab} />
      </div>
      <div className="flex-column">
        <section className="card pe-card" aria-labelledby="pe-settings">
          <h2 id="pe-settings">How it is trained</h2>
          <SettingsFields
            judged={fields.type === "standard"}
            settings={fields.settings}
            columns={fields.mapping.columns}
            hasTest={fields.testDatasource !== null}
            mayEdit={mayEdit}
            onChange={(settings) => change({ settings })}
          />
        </section>
        {fields.type === "analyticsPrediction" && (
          <section className="card pe-card" aria-labelledby="pe-scheduler">
            <h2 id="pe-scheduler">When it is trained again</h2>
            <SchedulerFields scheduler={fields.scheduler} mayEdit={mayEdit} onChange={(scheduler) => change({ scheduler })} />
          </section>
        )}
      </div>
    </div>
  );
}
