import type { WhatIfFields } from "@airlock/contract";
import type { ThresholdChange } from "@airlock/flow";
import Slider from "@mui/material/Slider";
import { inOrder } from "../parts/outcome-mix/outcome-words.ts";
import { number } from "../ui/format/numbers.ts";
import { numberText, sliderPositions, stepFor } from "./band-edges.ts";
import { Histogram } from "./histogram.tsx";
import { axisOf, byField, type NamedThreshold, type ThresholdGroup } from "./threshold-groups.ts";
import { NumberField } from "./number-field.tsx";
import { OutcomeKeys } from "./outcome-keys.tsx";
import type { Grip } from "./use-drag.ts";
import type { ThresholdChanges } from "./use-threshold-changes.ts";
import type { Ran } from "./use-thresholds.ts";

interface LiteralsProps {
  readonly ran: Ran;
  readonly group: ThresholdGroup;
  readonly numbers: ThresholdChanges;
  readonly mix: WhatIfFields | undefined;
  readonly onGrab: (grip: Grip) => void;
}

const about = { bands: "", links: "conditions of its links", rule: "its conditions", table: "its cells", formula: "its formula" } as const;

/** Numbers of conditions, tables and formulas: those that one field is compared with are under the values of that field. */
export function Literals({ ran, group, numbers, mix, onGrab }: LiteralsProps) {
  const outcomes = inOrder(mix?.outcomes ?? []).map(({ outcome }) => outcome);
  const parts = byField(group.thresholds);
  const hasValues = parts.some(({ field }) => field !== undefined);
  return (
    <section className="card sl-card" aria-label={group.name}>
      <div className="sl-card-head">
        <h2>{group.name}</h2>
        <span className="muted">{about[group.kind]}</span>
        <span className="grow" />
        {hasValues && <OutcomeKeys outcomes={outcomes} />}
      </div>
      <div className="sl-literals">
        {parts.map(({ field, thresholds }) => {
          const known = ran.fields.find(({ name }) => name === field);
          const values = mix?.values.find((one) => one.node === group.id && one.field === field);
          const { min, max } = axisOf(known, thresholds);
          return (
            <div key={field ?? thresholds[0]?.path} className="stack gap-10 sl-values">
              {values !== undefined && (
                <>
                  <p>
                    <span className={field?.startsWith("application.") ? "df app" : "df run"}>{field?.replace(/^\w+\./, "")}</span>{" "}
                    <span className="muted">{countText(values.bins)}</span>
                  </p>
                  <Histogram
                    values={values}
                    outcomes={outcomes}
                    min={min}
                    max={max}
                    lines={thresholds.map(({ id, path }) => Number(numbers.textOf(id, path)))}
                  />
                </>
              )}
              {thresholds.map((threshold) => (
                <Literal
                  key={`${threshold.id} ${threshold.path}`}
                  threshold={threshold}
                  numbers={numbers}
                  min={min}
                  max={max}
                  onGrab={onGrab}
                />
              ))}
              <p className="sl-ends num">
                <span>{number(min)}</span>
                <span>{number(max)}</span>
              </p>
            </div>
          );
        })}
      </div>
    </section>
  );
}

function countText(bins: WhatIfFields["values"][number]["bins"]): string {
  const count = bins.flat().reduce((sum, one) => sum + one.count, 0);
  return count === 1 ? "1 record with a value reached this" : `${number(count)} records with a value reached this`;
}

interface LiteralProps {
  readonly threshold: NamedThreshold;
  readonly numbers: ThresholdChanges;
  readonly min: number;
  readonly max: number;
  readonly onGrab: (grip: Grip) => void;
}

function Literal({ threshold: { id, path, says, also = [] }, numbers, min, max, onGrab }: LiteralProps) {
  const step = stepFor(min, max);
  const grab = () => onGrab({ parts: [path, ...also].map((one) => ({ id, path: one })), positions: [...sliderPositions(min, max, step)] });
  const now = numbers.textOf(id, path);
  const change = (value: string, by: string) =>
    numbers.move(
      [path, ...also].map((one): ThresholdChange => ({ id, path: one, value })),
      by,
    );
  return (
    <div>
      <div className="sl-literal">
        <Slider
          aria-label={`${says}, dragged`}
          min={min}
          max={max}
          step={step}
          onPointerEnter={grab}
          onFocus={grab}
          value={Number(now)}
          onChange={(_event, value) => change(numberText(Array.isArray(value) ? (value[0] ?? 0) : value), `${id}/${path}/drag`)}
          onChangeCommitted={() => numbers.move([], "")}
        />
        <NumberField label={says} text={now} isChanged={numbers.isChanged(id, path)} onChange={(value) => change(value, `${id} ${path}`)} />
      </div>
      <p>
        <b>{says}</b> {numbers.isChanged(id, path) && <span className="muted">now {now}</span>}
      </p>
    </div>
  );
}
