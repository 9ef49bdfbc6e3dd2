import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { AddressLine } from "../../parts/address-line/address-line.tsx";

/** The target of a call: the solution, which its live release answers for, or the version itself. */
export type Target = "solution" | "version";

interface AddressChoiceProps {
  readonly href: string;
  readonly value: Target;
  readonly onChange: (target: Target) => void;
  /** Whether the version is the live version of its solution. */
  readonly isLive: boolean;
}

/** The address of the call; of a live version either its own or that of its solution. */
export function AddressChoice({ href, value, onChange, isLive }: AddressChoiceProps) {
  return (
    <>
      <div className="try-head">
        <h2 className="grow">Address</h2>
        {isLive && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={value}
            aria-label="Address of"
            onChange={(_event, next: Target | null) => {
              if (next !== null) onChange(next);
            }}
          >
            <ToggleButton value="solution">Solution</ToggleButton>
            <ToggleButton value="version">This version</ToggleButton>
          </ToggleButtonGroup>
        )}
      </div>
      <AddressLine address={`${window.location.origin}${href}`} />
      {isLive && (
        <p className="helper">
          {value === "solution"
            ? "Stays the same when another version is released. Takes keys of system accounts."
            : "Always this version. It also answers at the address of its solution."}
        </p>
      )}
    </>
  );
}
