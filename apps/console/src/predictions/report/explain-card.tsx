import type { Explanation, ModelColumn } from "@airlock/contract";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { Bars } from "../../parts/charts/bars.tsx";
import { tellFailure } from "../editor/tell-failure.ts";
import { useDatasource } from "../editor/use-datasource.ts";
import type { Prediction } from "../editor/use-prediction.ts";
import { numberToType, typedNumber } from "../../ui/format/typed-number.ts";
import { explainValues, recordValues, typicalOf, type RecordValues } from "./explain-values.ts";
import { decimalsFor, figure, ratio, signed } from "./figures.ts";
import type { Model } from "./use-model.ts";

interface ExplainCardProps {
  readonly prediction: Prediction;
  readonly model: Model;
}

const shownParts = 12;

/** For any row: its score, and how much each of its values contributes. */
export function ExplainCard({ prediction, model }: ExplainCardProps) {
  const href = linkFor(model, "explain", "POST");
  const { columns, number, objective } = model._embedded;
  const client = useClient();
  const messages = useMessages();
  const form = useId();
  const { metadata } = useDatasource(prediction._embedded.trainingDatasource);
  const [typed, setTyped] = useState<RecordValues>();
  const [record, setRecord] = useState("");
  const [answer, setAnswer] = useState<Explanation>();
  const [asking, setAsking] = useState(false);
  if (href === undefined) return null;

  const of = answer === undefined || answer.of === "" ? "the number" : `the probability of ${answer.of}`;
  const decimals = decimalsFor(answer === undefined ? [] : [answer.base, answer.raw]);
  // Starts with the first row of the datasource, or with typical values if there is none.
  const values = typed ?? recordValues(columns, metadata, 0) ?? typicalOf(columns);
  const take = (at: string) => {
    setRecord(at);
    if (at !== "") setTyped(recordValues(columns, metadata, Number(at)));
  };
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    setAsking(true);
    // The submitted values stay in the form, even if other defaults are loaded during the request.
    setTyped(values);
    try {
      const body = { values: explainValues(columns, values) };
      setAnswer((await client.post("model.explain", href, { body }))._embedded);
    } catch (error) {
      tellFailure(messages, error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <section className="card rp-explain" aria-labelledby="rp-explain">
      <header className="pe-card-head">
        <h3 id="rp-explain">Explain a record</h3>
        <span className="grow" />
        {metadata !== undefined && metadata.records.length > 0 && (
          <Select
            className="rp-against"
            displayEmpty
            value={record}
            inputProps={{ "aria-label": "Take a record of the datasource" }}
            onChange={(event) => take(event.target.value)}
          >
            <MenuItem value="">Take a record of the datasource</MenuItem>
            {metadata.records.map((_record, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a record is its place in the file.
              <MenuItem key={at} value={String(at)}>
                Record {at + 1}
              </MenuItem>
            ))}
          </Select>
        )}
        <Button type="submit" form={form} variant="outlined" size="small" disabled={asking}>
          Explain
        </Button>
      </header>
      <div className="rp-explain-body">
        <form id={form} className="rp-values" onSubmit={(event) => void ask(event)}>
          {columns.map((column) => (
            <ValueField
              key={column.name}
              column={column}
              value={values[column.name] ?? ""}
              onChange={(value) => setTyped({ ...values, [column.name]: value })}
            />
          ))}
        </form>
        <div className="rp-answer" aria-live="polite">
          {answer === undefined ? (
            <p className="nothing-yet">Explain to see the score and what it comes from. A value that is left empty is missing.</p>
          ) : (
            <>
              <p className="rp-first">
                <strong className="num">{objective === "regression" ? figure(answer.score) : ratio(answer.score)}</strong>
                <span className="muted">
                  score of model {number}
                  {answer.of === "" ? "" : `, the probability of ${answer.of}`}
                </span>
              </p>
              <p className="pc-legend rp-sides" aria-hidden="true">
                <span>← lowers {of}</span>
                <span>raises {of} →</span>
              </p>
              <Bars
                label="What the score comes from"
                isSigned
                rows={answer.contributions.slice(0, shownParts).map(({ name, value, contribution }) => ({
                  name: `${name} = ${value === null ? "missing" : String(value)}`,
                  value: contribution,
                  text: signed(contribution, decimals),
                }))}
              />
              <p className="helper">
                The average of the trees is {signed(answer.base, decimals)}; with these contributions
                {answer.contributions.length > shownParts ? " and the smaller ones" : ""} the score is {signed(answer.raw, decimals)}
                {objective === "regression" ? "." : ", in log-odds."}
              </p>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

interface ValueFieldProps {
  readonly column: ModelColumn;
  readonly value: string | number;
  readonly onChange: (value: string) => void;
}

function ValueField({ column, value, onChange }: ValueFieldProps) {
  const id = useId();
  const isNumber = column.kind === "number";
  const text = typeof value === "number" ? numberToType(value) : value;
  const wrong = isNumber && typeof value === "string" && value.trim() !== "" && typedNumber(value) === undefined;
  return (
    <>
      <TextField
        label={column.name}
        value={text}
        placeholder="missing"
        error={wrong}
        helperText={wrong ? "A number" : ""}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { maxLength: 1000, ...(isNumber ? { inputMode: "decimal", className: "num" } : { list: id }) },
        }}
      />
      {!isNumber && (
        <datalist id={id}>
          {column.values.slice(0, 50).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
