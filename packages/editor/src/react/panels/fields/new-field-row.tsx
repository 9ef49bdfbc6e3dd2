import { fieldTypes, type FieldSource, type FieldType } from "@airlock/flow";
import { useId, useRef, useState } from "react";
import type { ClipboardEvent } from "react";
import { addField } from "../../../commands/fields.ts";
import { pasteFields } from "../../../commands/paste-fields.ts";
import { newId } from "../../../document/new-id.ts";
import { isManyFields } from "../../../fields/read-fields.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { Choice, options } from "../controls/choice.tsx";
import { Hint } from "../controls/hint.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { useRun } from "../use-run.ts";
import { useFieldName } from "./use-field-name.ts";

interface NewFieldRowProps {
  readonly source: FieldSource;
  /** That of the previous field: fields of a type come in groups. */
  readonly type: FieldType;
  readonly close: () => void;
}

/** A field that is being added. Enter adds it and starts the next; each is one undo step. Pasting a list adds all of them. */
export function NewFieldRow({ source, type: first, close }: NewFieldRowProps) {
  const run = useRun();
  const { name, setName, onChange, refusal, unusable } = useFieldName(source);
  const [type, setType] = useState(first);
  const [isRequired, setRequired] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const row = useRef<HTMLTableRowElement>(null);
  const isGivenUp = useRef(false);
  const hintId = useId();
  const [notPasted, setNotPasted] = useState<Refusal>();
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!isManyFields(text)) return;
    event.preventDefault();
    setNotPasted(run(pasteFields(source, text, newId)));
  };
  /** Returns whether the field was added. */
  const add = (): boolean => {
    if (name === "" || unusable !== undefined) return false;
    if (run(addField(source, { key: newId(), name, type, required: isRequired })) !== undefined) return false;
    setName("");
    return true;
  };
  return (
    <tr
      ref={row}
      className="is-edited"
      onBlur={(event) => {
        // Leaving the row adds a complete field and discards an incomplete one.
        if (isGivenUp.current) return;
        if (event.relatedTarget instanceof Node && row.current?.contains(event.relatedTarget)) return;
        add();
        close();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          isGivenUp.current = true;
          close();
        }
        if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        if (name === "") close();
        else if (add()) input.current?.focus();
      }}
    >
      <td>
        <span className="ep-field-box">
          <input
            ref={input}
            className="ep-input mono"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Add field was pressed to type its name.
            autoFocus
            autoComplete="off"
            spellCheck={false}
            aria-label="Name of the new field"
            aria-invalid={refusal !== undefined || notPasted !== undefined}
            aria-describedby={hintId}
            placeholder="Name"
            value={name}
            onChange={(event) => {
              setNotPasted(undefined);
              onChange(event);
            }}
            onPaste={paste}
          />
          <Hint id={hintId} refusal={notPasted ?? refusal} />
        </span>
        <small className="ep-help">or paste a list</small>
      </td>
      <td>
        <Choice
          quiet
          label="Field type of the new field"
          value={type}
          choose={(value) => setType(fieldTypes.find((one) => one === value) ?? type)}
        >
          {options(fieldTypes)}
        </Choice>
      </td>
      <td className="is-middle">
        <input
          type="checkbox"
          aria-label="The new field is required"
          checked={isRequired}
          onChange={(event) => setRequired(event.target.checked)}
        />
      </td>
      <td>
        <IconButton
          label="Add"
          icon="check"
          reason={name === "" ? "Enter a name" : unusable?.reason}
          press={() => {
            if (add()) input.current?.focus();
          }}
        />
      </td>
    </tr>
  );
}
