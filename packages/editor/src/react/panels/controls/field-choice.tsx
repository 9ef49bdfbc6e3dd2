import type { FieldSource, FieldType } from "@airlock/flow";
import { useState } from "react";
import type { Command } from "../../../commands/command.ts";
import { combine } from "../../../commands/combine.ts";
import { addField } from "../../../commands/fields.ts";
import { fieldOf, fieldsOf } from "../../../document/fields-of.ts";
import { newId } from "../../../document/new-id.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { Choice } from "./choice.tsx";
import { FieldChip } from "./field-chip.tsx";
import { NewFieldDialog } from "./new-field-dialog.tsx";

const asNew = "\u0000new";
/** Marks a field of the other origin: both may have the same key. */
const fromOther = "\u0000other ";

interface FieldChoiceProps {
  readonly label: string;
  readonly quiet?: boolean;
  readonly source: FieldSource;
  /** Types that are accepted here. */
  readonly types: readonly FieldType[];
  readonly value: string;
  /** The edit that puts this field here. */
  readonly use: (key: string, source: FieldSource) => Command;
  /** Fields of the other origin are accepted too: they are offered below, and choosing one changes the origin. */
  readonly either?: boolean;
  readonly invalid?: boolean;
  readonly place?: string;
  /** Shown while nothing is chosen. */
  readonly empty?: string;
  /** Every choice adds something. */
  readonly adds?: boolean;
  /** Shows why a choice was refused; called with nothing when it was not. */
  readonly onRefused?: (refusal: Refusal | undefined) => void;
}

/** A choice of fields, with an option to create a new one. */
export function FieldChoice(props: FieldChoiceProps) {
  const { label, quiet = false, source, types, value, use, either = false, invalid = false, place, empty = "Choose a field" } = props;
  const { adds = false, onRefused } = props;
  const { document } = useFields();
  const run = useRun();
  const [isMaking, setMaking] = useState(false);
  const chosen = fieldOf(document, source, value);
  const fitting = fieldsOf(document, source).filter((field) => types.includes(field.type));
  // A field that no longer fits is still shown, with a message beside it.
  const offered = chosen === undefined || fitting.includes(chosen) ? fitting : [chosen, ...fitting];
  const name = chosen?.name ?? "unknown";
  const otherSource = source === "Application" ? "Runtime" : "Application";
  const others = either ? fieldsOf(document, otherSource).filter((field) => types.includes(field.type)) : [];
  const choose = (picked: string) => {
    if (picked === asNew) setMaking(true);
    else {
      const command = picked.startsWith(fromOther) ? use(picked.slice(fromOther.length), otherSource) : use(picked, source);
      const refusal = run(command);
      onRefused?.(refusal);
    }
  };
  return (
    <>
      <Choice
        label={label}
        quiet={quiet}
        value={value}
        choose={choose}
        adds={adds}
        invalid={invalid || (value !== "" && !fitting.some((field) => field.key === value))}
        {...(place === undefined ? {} : { place })}
        {...(value === ""
          ? {}
          : {
              chip: (
                <span className="ep-over" aria-hidden="true">
                  {<FieldChip source={source} name={name} />}
                </span>
              ),
            })}
      >
        <option value="">{empty}</option>
        {value !== "" && chosen === undefined && <option value={value}>unknown</option>}
        {offered.map((field) => (
          <option key={field.key} value={field.key}>
            {field.name}
          </option>
        ))}
        {others.length > 0 && (
          <optgroup label={`${otherSource} fields`}>
            {others.map((field) => (
              <option key={field.key} value={`${fromOther}${field.key}`}>
                {field.name}
              </option>
            ))}
          </optgroup>
        )}
        <option value={asNew}>New {source.toLowerCase()} field…</option>
      </Choice>
      {isMaking && (
        <NewFieldDialog
          source={source}
          types={types}
          close={() => setMaking(false)}
          make={(field) => {
            const key = newId();
            return run(combine(`Add ${source.toLowerCase()} field ${field.name}`, [addField(source, { key, ...field }), use(key, source)]));
          }}
        />
      )}
    </>
  );
}
