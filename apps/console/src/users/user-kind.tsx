import type { UserType } from "@airlock/contract";
import Radio from "@mui/material/Radio";
import { useId } from "react";

const kinds: readonly { readonly type: UserType; readonly title: string; readonly what: string }[] = [
  { type: "User", title: "User", what: "Gets an invitation by email" },
  { type: "System account", title: "System account", what: "Calls decisions through the API" },
];

interface UserKindProps {
  readonly value: UserType;
  readonly onChange: (type: UserType) => void;
}

export function UserKind({ value, onChange }: UserKindProps) {
  const id = useId();
  return (
    <div className="halves user-kind" role="radiogroup" aria-label="Type">
      {kinds.map(({ type, title, what }) => (
        <label key={type} htmlFor={`${id}-${type}`} className={type === value ? "on" : ""}>
          <Radio
            id={`${id}-${type}`}
            name="user-type"
            checked={type === value}
            onChange={() => onChange(type)}
            slotProps={{ input: { "aria-label": `${title}: ${what}` } }}
          />
          <span>
            <b>{title}</b>
            <span className="muted">{what}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
