import type { RampStep } from "@airlock/contract";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { durationOf, durationUnits, type DurationUnit } from "./rollout-words.ts";

interface StepFieldsProps {
  readonly steps: readonly RampStep[];
  readonly onChange: (steps: readonly RampStep[]) => void;
  readonly helper: string;
  readonly refusal: string | undefined;
}

const maxSteps = 20;
const maxMinutes = 60 * 24 * 90;

/** With one more step: at 100%, or halfway before a last one that has it. */
function withStep(steps: readonly RampStep[]): readonly RampStep[] {
  const last = steps.at(-1) ?? { share: 0, minutes: 60 };
  if (last.share < 100) return [...steps, { ...last, share: 100 }];
  const share = Math.round(((steps.at(-2)?.share ?? 0) + 100) / 2);
  return steps.toSpliced(-1, 0, { ...last, share });
}

/** The shares of a ramp, and for how long each. */
export function StepFields({ steps, onChange, helper, refusal }: StepFieldsProps) {
  const change = (index: number, next: Partial<RampStep>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...next } : step)));
  return (
    <fieldset className="policy-gates">
      <legend>Steps</legend>
      {steps.map(({ share, minutes }, index) => {
        const name = `of step ${index + 1}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a step is its position.
          <div key={index} className="rollout-step-fields">
            <NumberField
              label={`Share ${name}, %`}
              value={share}
              min={0.01}
              max={100}
              whole={false}
              onChange={(next) => change(index, { share: Math.round(next * 100) / 100 })}
            />
            <LengthFields name={name} minutes={minutes} onChange={(next) => change(index, { minutes: next })} />
            <IconButton
              aria-label={`Remove step ${index + 1}`}
              disabled={steps.length === 1}
              onClick={() => onChange(steps.toSpliced(index, 1))}
            >
              <Icon name="trash" size={16} />
            </IconButton>
          </div>
        );
      })}
      <p className={refusal === undefined ? "helper" : "rollout-refusal"} role={refusal === undefined ? undefined : "alert"}>
        {refusal ?? helper}
      </p>
      <Button
        size="small"
        startIcon={<Icon name="plus" size={14} />}
        disabled={steps.length >= maxSteps}
        onClick={() => onChange(withStep(steps))}
      >
        Add step
      </Button>
    </fieldset>
  );
}

interface LengthFieldsProps {
  /** 'of step 1' */
  readonly name: string;
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}

function LengthFields({ name, minutes, onChange }: LengthFieldsProps) {
  /** Kept from the first change on: 600 minutes are typed by way of 60, which are an hour. */
  const [kept, setKept] = useState<DurationUnit>();
  const unit = kept !== undefined && minutes % kept.minutes === 0 ? kept : durationOf(minutes).unit;
  const count = minutes / unit.minutes;
  const change = (next: DurationUnit, nextCount: number) => {
    setKept(next);
    onChange(Math.min(maxMinutes, nextCount * next.minutes));
  };
  return (
    <>
      <NumberField
        label={`Length ${name}`}
        value={count}
        min={1}
        max={Math.floor(maxMinutes / unit.minutes)}
        onChange={(next) => change(unit, next)}
      />
      <TextField
        select
        label={`Unit ${name}`}
        value={unit.unit}
        onChange={(event) => change(durationUnits.find((one) => one.unit === event.target.value) ?? unit, count)}
      >
        {durationUnits.map((one) => (
          <MenuItem key={one.unit} value={one.unit}>
            {one.title}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}
