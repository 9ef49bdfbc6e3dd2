import type { MeasurableColumn, WhatIfFields } from "@airlock/contract";
import type { ReactNode } from "react";
import { outcomeText } from "../parts/outcome-mix/outcome-words.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { allMeasures, isShare, keyOf, meanText, measureText, maxMeasures, type Measure } from "./measures.ts";
import { IconAction } from "../ui/icon-action.tsx";

interface MeasuresPanelProps {
  readonly outcomes: readonly string[];
  /** Undefined until it is computed. */
  readonly computed: WhatIfFields | undefined;
  readonly isWaiting: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly columns: readonly MeasurableColumn[];
  readonly chosen: readonly Measure[];
  /** Whose records it is about; undefined for the first outcome. */
  readonly of: string | undefined;
  readonly datasourceName: string;
  readonly onChoose: (measures: readonly Measure[]) => void;
  readonly onOf: (outcome: string) => void;
}

/** What the datasource knows of the records with an outcome, before and after: how many defaulted, how large their loans are. */
export function MeasuresPanel(props: MeasuresPanelProps) {
  const { outcomes, computed, isWaiting, error, onRetry, columns, chosen, of, datasourceName, onChoose, onOf } = props;
  const outcome = outcomes.find((one) => one === of) ?? outcomes[0] ?? "";
  const keys = new Set(chosen.map(keyOf));
  const others = allMeasures(columns).filter((measure) => !keys.has(keyOf(measure)));
  return (
    <section className="sl-line" aria-label="Among an outcome" aria-busy={isWaiting}>
      <div className="row">
        <h3>Among the</h3>
        <Choice label="Outcome" value={outcome} onChoose={onOf}>
          {outcomes.map((one) => (
            <option key={one} value={one}>
              {outcomeText(one)}
            </option>
          ))}
        </Choice>
      </div>
      {error && <FaultPanel error={error} onRetry={onRetry} />}
      {chosen.length > 0 && (
        <table className="sl-outs sl-measures num">
          <thead className="sr">
            <tr>
              <th>Measure</th>
              <th>Before</th>
              <th>After</th>
              <th>Remove</th>
            </tr>
          </thead>
          <tbody>
            {chosen.map((measure) => (
              <MeasureRow
                key={keyOf(measure)}
                text={measureText(measure, columns)}
                share={isShare(measure, columns)}
                means={meansOf(computed, measure, outcome)}
                onRemove={() => onChoose(chosen.filter((one) => one !== measure))}
              />
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && chosen.length < maxMeasures && (
        <Choice
          label="Add measure"
          value=""
          onChoose={(key) => onChoose([...chosen, ...others.filter((measure) => keyOf(measure) === key)])}
        >
          <option value="" disabled>
            Add measure
          </option>
          {others.map((measure) => (
            <option key={keyOf(measure)} value={keyOf(measure)}>
              {measureText(measure, columns)}
            </option>
          ))}
        </Choice>
      )}
      <p className="helper">Counted from {datasourceName}, over the records that have a value there.</p>
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <span className="sl-select">
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
        {children}
      </select>
      <Icon name="down" size={14} />
    </span>
  );
}

function meansOf(computed: WhatIfFields | undefined, wanted: Measure, outcome: string) {
  const measure = computed?.measures.find(({ column, value }) => column === wanted.column && value === (wanted.value ?? null));
  return measure?.outcomes.find((one) => one.outcome === outcome);
}

interface MeasureRowProps {
  readonly text: string;
  readonly share: boolean;
  /** Undefined until they are computed. */
  readonly means: ReturnType<typeof meansOf>;
  readonly onRemove: () => void;
}

function MeasureRow({ text, share, means, onRemove }: MeasureRowProps) {
  const side = (name: "before" | "after") => (means === undefined ? "" : meanText(means[name], share));
  const over = (name: "before" | "after") => (means === undefined ? undefined : `of ${counted(means[name].count, "record")}`);
  return (
    <tr>
      <th scope="row" title={text}>
        <span className="clip">{text}</span>
      </th>
      <td className="muted" title={over("before")}>
        {side("before")}
      </td>
      <td title={over("after")}>
        <b>{side("after")}</b>
      </td>
      <td>
        <IconAction icon="x" iconSize={14} label={`Remove ${text}`} hint="Remove" size="small" onClick={onRemove} />
      </td>
    </tr>
  );
}
