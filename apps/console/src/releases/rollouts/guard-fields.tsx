import type { RolloutGuard } from "@airlock/contract";
import { guardMeasures, guardTitles, type GuardMeasure } from "@airlock/contract/rollout-defaults";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { NumberField } from "../../ui/number-field.tsx";
import { guardWords } from "./rollout-words.ts";

interface GuardFieldsProps {
  readonly guards: readonly RolloutGuard[];
  /** What a guard that is switched on begins with. */
  readonly defaults: readonly RolloutGuard[];
  readonly onChange: (guards: readonly RolloutGuard[]) => void;
  readonly refusal: string | undefined;
}

/** What must hold for the new version, and by how many of its decisions it is judged. */
export function GuardFields({ guards, defaults, onChange, refusal }: GuardFieldsProps) {
  const change = (measure: GuardMeasure, next: Partial<RolloutGuard>) =>
    onChange(guards.map((guard) => (guard.measure === measure ? { ...guard, ...next } : guard)));
  const turn = (measure: GuardMeasure, isOn: boolean) => {
    const begins = defaults.find((guard) => guard.measure === measure);
    if (!isOn) onChange(guards.filter((guard) => guard.measure !== measure));
    else if (begins !== undefined) onChange([...guards, begins]);
  };
  return (
    <fieldset className="policy-gates">
      <legend>Guards</legend>
      <p className="helper">If one breaks, the rollout is rolled back, and everyone who may release is mailed.</p>
      {refusal !== undefined && (
        <p className="rollout-refusal" role="alert">
          {refusal}
        </p>
      )}
      {guardMeasures.map((measure) => {
        const guard = guards.find((one) => one.measure === measure);
        const { help, label } = guardWords[measure];
        return (
          <div key={measure} className="policy-gate rollout-guard-fields">
            <FormControlLabel
              control={<Checkbox checked={guard !== undefined} onChange={(event) => turn(measure, event.target.checked)} />}
              label={
                <>
                  {guardTitles[measure]}
                  <span className="helper">{help}</span>
                </>
              }
            />
            {guard !== undefined && (
              <>
                <NumberField
                  label={label}
                  value={guard.limit}
                  min={0.01}
                  max={1_000_000}
                  whole={false}
                  onChange={(limit) => change(measure, { limit })}
                />
                <NumberField
                  label="From decisions"
                  value={guard.minimum}
                  min={1}
                  max={10_000_000}
                  onChange={(minimum) => change(measure, { minimum })}
                />
              </>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
