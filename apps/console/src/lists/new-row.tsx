import type { ListFields, ListValue } from "@airlock/contract";
import { readListKey, readListValue } from "@airlock/contract/list-values";
import Button from "@mui/material/Button";
import { useState, type KeyboardEvent } from "react";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";

interface NewRowProps {
  readonly list: Pick<ListFields, "key" | "columns">;
  readonly onAdd: (key: string, values: readonly ListValue[]) => void;
  readonly onCancel: () => void;
}

/** The first row of the table while a row is added. An existing row with the same key is replaced. */
export function NewRow({ list: { key, columns }, onAdd, onCancel }: NewRowProps) {
  const [typedKey, setKey] = useState("");
  const [typed, setTyped] = useState<readonly string[]>(columns.map(() => ""));
  const readKey = readListKey(typedKey.trim(), key.type);
  const values = columns.map(({ type }, at) => readListValue(typed[at] === "" ? null : (typed[at] ?? null), type));
  const wrong = [
    ...(typedKey === "" || readKey.ok ? [] : [`${key.name} ${readKey.message}`]),
    ...values.flatMap((value, at) => (value.ok ? [] : [`${columns[at]?.name ?? ""} ${value.message}`])),
  ];
  const canAdd = readKey.ok && wrong.length === 0;
  const add = () => {
    if (!readKey.ok || !canAdd) return;
    onAdd(
      readKey.key,
      values.map((value) => (value.ok ? value.value : null)),
    );
    setKey("");
    setTyped(columns.map(() => ""));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") add();
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <>
      <tr className="list-new">
        <td>
          <input
            ref={focusWhenShown}
            className="list-cell-input"
            aria-label={`${key.name} of the new row`}
            value={typedKey}
            maxLength={200}
            onChange={(event) => setKey(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </td>
        {columns.map(({ name }, at) => (
          <td key={name}>
            <input
              className="list-cell-input"
              aria-label={`${name} of the new row`}
              value={typed[at] ?? ""}
              maxLength={500}
              onChange={(event) => setTyped(typed.map((text, column) => (column === at ? event.target.value : text)))}
              onKeyDown={onKeyDown}
            />
          </td>
        ))}
        <td className="list-row-end">
          <Button size="small" disabled={!canAdd} onClick={add}>
            Add
          </Button>
        </td>
      </tr>
      {wrong.length > 0 && (
        <tr className="list-new">
          <td colSpan={columns.length + 2}>
            <span role="alert" className="list-cell-wrong">
              {wrong.join("; ")}
            </span>
          </td>
        </tr>
      )}
    </>
  );
}
