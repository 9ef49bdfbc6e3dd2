import type { RolloutKind } from "@airlock/contract";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { kindWords } from "./rollout-words.ts";

const kinds: readonly RolloutKind[] = ["shadow", "split", "ramp"];

interface KindChoiceProps {
  readonly value: RolloutKind;
  /** Kinds that cannot be started now. */
  readonly running: readonly RolloutKind[];
  readonly onChange: (kind: RolloutKind) => void;
}

/** Shadow, split or ramp, each with what it does. One that runs already cannot be chosen. */
export function KindChoice({ value, running, onChange }: KindChoiceProps) {
  return (
    <RadioGroup className="rollout-kinds" aria-label="Kind" value={value}>
      {kinds.map((kind) => {
        const isBarred = running.includes(kind);
        return (
          <FormControlLabel
            key={kind}
            value={kind}
            disabled={isBarred}
            control={<Radio />}
            onChange={() => onChange(kind)}
            label={
              <>
                {kindWords[kind].title}
                <span className="helper">{isBarred ? "One is running. End it first." : kindWords[kind].help}</span>
              </>
            }
          />
        );
      })}
    </RadioGroup>
  );
}
