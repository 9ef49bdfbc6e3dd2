import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { KeyField } from "./key-field.tsx";

export type Access = "session" | "key";

interface AccessFieldProps {
  readonly value: Access;
  readonly onChange: (access: Access) => void;
  /** Whether the signed-in user has the permission `solution.execute`. */
  readonly mayExecute: boolean;
  /** Whether the address takes keys only. */
  readonly needsKey: boolean;
  readonly keyValue: string;
  readonly onKey: (key: string) => void;
  readonly keyProblem: string | undefined;
}

/** Who makes the call that is tried: the signed-in user, or a system account by its key. */
export function AccessField({ value, onChange, mayExecute, needsKey, keyValue, onKey, keyProblem }: AccessFieldProps) {
  return (
    <div className="api-access">
      <div className="try-head">
        <h2 className="grow">Try as</h2>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={value}
          aria-label="Try as"
          onChange={(_event, next: Access | null) => {
            if (next !== null) onChange(next);
          }}
        >
          <ToggleButton value="session" disabled={!mayExecute}>
            You
          </ToggleButton>
          <ToggleButton value="key">A key</ToggleButton>
        </ToggleButtonGroup>
      </div>
      {value === "session" ? (
        <p className="helper">
          Your session is used and the call is in the audit. Your application uses a key of a system account, sent as{" "}
          <code>Authorization: Bearer</code>.
        </p>
      ) : (
        <>
          <KeyField value={keyValue} onChange={onKey} problem={keyProblem} />
          {!mayExecute && !needsKey && <p className="helper">To try without a key you need the permission solution.execute.</p>}
        </>
      )}
    </div>
  );
}
