import type { FlowList, ListKeyType } from "@airlock/flow";
import { useListsInReach } from "../use-lists-in-reach.ts";
import { Choice } from "./choice.tsx";

interface ListChoiceProps {
  readonly label: string;
  /** The list's name in the flow; empty until one is chosen. */
  readonly value: string;
  readonly choose: (list: FlowList) => void;
  /** Only lists with keys of this type. */
  readonly keyType?: ListKeyType | undefined;
  readonly quiet?: boolean;
  readonly place?: string;
  readonly invalid: boolean;
}

/** Chooses a list of the flow or of the organisation. */
export function ListChoice({ label, value, choose, keyType, quiet = false, place, invalid }: ListChoiceProps) {
  const lists = useListsInReach();
  const fitting = lists.filter((list) => keyType === undefined || list.keyType === keyType);
  return (
    <Choice
      label={label}
      value={value}
      quiet={quiet}
      invalid={invalid}
      {...(place === undefined ? {} : { place })}
      choose={(name) => {
        const list = lists.find((one) => one.name === name);
        if (list !== undefined) choose(list);
      }}
    >
      <option value="">{emptyText(lists.length, fitting.length, keyType)}</option>
      {value !== "" && !fitting.some(({ name }) => name === value) && <option value={value}>{value}</option>}
      {fitting.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

function emptyText(all: number, fitting: number, keyType: ListKeyType | undefined): string {
  if (all === 0) return "No lists yet";
  return fitting === 0 ? `No list with ${keyType} keys` : "Choose a list";
}
