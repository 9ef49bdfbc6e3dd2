import TextField from "@mui/material/TextField";
import type { InvitedPerson } from "./invited-people.ts";
import { IconAction } from "../ui/icon-action.tsx";

interface InvitedRowsProps {
  readonly people: readonly InvitedPerson[];
  /** Why an address was refused, by address. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly onChange: (people: readonly InvitedPerson[]) => void;
}

/** The users of a pasted list: names can be corrected or completed, and users removed. */
export function InvitedRows({ people, refusals, onChange }: InvitedRowsProps) {
  const set = (index: number, change: Partial<InvitedPerson>) =>
    onChange(people.map((person, at) => (at === index ? { ...person, ...change } : person)));
  return (
    <ul className="invited-rows" aria-label="Users to invite">
      {people.map(({ emailAddress, firstName, name }, index) => {
        const refusal = refusals.get(emailAddress);
        return (
          <li key={emailAddress}>
            <TextField
              value={firstName}
              placeholder="First name"
              onChange={(event) => set(index, { firstName: event.target.value })}
              slotProps={{ htmlInput: { "aria-label": `First name of ${emailAddress}`, maxLength: 200 } }}
            />
            <TextField
              value={name}
              placeholder="Last name"
              onChange={(event) => set(index, { name: event.target.value })}
              slotProps={{ htmlInput: { "aria-label": `Last name of ${emailAddress}`, maxLength: 200 } }}
            />
            <span className="invited-address">
              <span className="clip">{emailAddress}</span>
              {refusal !== undefined && <small role="alert">{refusal}</small>}
            </span>
            <IconAction
              icon="x"
              iconSize={14}
              label={`Leave out ${emailAddress}`}
              size="small"
              onClick={() => onChange(people.filter((_, at) => at !== index))}
            />
          </li>
        );
      })}
    </ul>
  );
}
