import type { FlowList, ListKeyType } from "@airlock/flow";
import { useSurroundings } from "../../editor-context.ts";
import { useFields } from "../use-fields.ts";
import { Choice } from "./choice.tsx";

interface ListChoiceProps {
  readonly label: string;
  /** The name that the flow has for it; empty while none is chosen. */
  readonly value: string;
  readonly choose: (list: FlowList) => void;
  /** Only lists with keys of this type. */
  readonly keyType?: ListKeyType;
  readonly quiet?: boolean;
  readonly place?: string;
  readonly invalid: boolean;
}

/** Chooses one of the organisation's lists. Those that the flow has stay, also where the user may not see the organisation's. */
export function ListChoice({ label, value, choose, keyType, quiet = false, place, invalid }: ListChoiceProps) {
  const { lists } = useSurroundings();
  const { document } = useFields();
  const byName = new Map([...document.lists, ...lists].map((list) => [list.name, list]));
  const fitting = [...byName.values()].filter((list) => keyType === undefined || list.keyType === keyType);
  return (
    <Choice
      label={label}
      value={value}
      quiet={quiet}
      invalid={invalid}
      {...(place === undefined ? {} : { place })}
      choose={(name) => {
        const list = byName.get(name);
        if (list !== undefined) choose(list);
      }}
    >
      <option value="">{fitting.length === 0 ? "No lists yet" : "Choose a list"}</option>
      {value !== "" && !fitting.some(({ name }) => name === value) && <option value={value}>{value}</option>}
      {fitting.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
