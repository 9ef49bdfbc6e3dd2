import { fieldTypes, type DatasetField, type FieldSource, type FieldType, type Finding } from "@airlock/flow";
import { useRef, useState } from "react";
import { requireField } from "../../../commands/fields.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { Choice, options } from "../controls/choice.tsx";
import { FieldChip } from "../controls/field-chip.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { Notes } from "../controls/notes.tsx";
import { useRun } from "../use-run.ts";
import { RenameField } from "./rename-field.tsx";

interface FieldRowProps {
  readonly source: FieldSource;
  readonly field: DatasetField;
  readonly findings: readonly Finding[];
  readonly serving: string | undefined;
  readonly onOpenProperties: (() => void) | undefined;
  readonly remove: () => void;
  readonly retype: (type: FieldType) => void;
}

export function FieldRow({ source, field, findings, serving, onOpenProperties, remove, retype }: FieldRowProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  const [isRenaming, setRenaming] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const own = findings.filter((finding) => finding.fieldKey === field.key && finding.nodeId === undefined && finding.linkId === undefined);
  const name = field.name === "" ? "unnamed" : field.name;
  return (
    <>
      <tr className={isRenaming ? "is-edited" : undefined} data-field={field.key}>
        <td>
          {isRenaming ? (
            <RenameField
              source={source}
              field={field}
              serving={serving}
              onOpenProperties={onOpenProperties}
              close={(isBack) => {
                setRenaming(false);
                if (isBack) requestAnimationFrame(() => nameButton.current?.focus());
              }}
            />
          ) : readOnly ? (
            <FieldChip source={source} name={name} />
          ) : (
            <button
              ref={nameButton}
              type="button"
              className="ep-name"
              aria-label={`Rename ${name}`}
              onClick={() => setRenaming(true)}
              onKeyDown={(event) => {
                if (event.key === "F2") setRenaming(true);
              }}
            >
              <FieldChip source={source} name={name} />
              <Icon name="pencil" size={14} />
            </button>
          )}
        </td>
        <td>
          <Choice
            quiet
            label={`Field type of ${name}`}
            value={field.type}
            choose={(value) => retype(fieldTypes.find((one) => one === value) ?? field.type)}
          >
            {options(fieldTypes)}
          </Choice>
        </td>
        <td className="is-middle">
          <input
            type="checkbox"
            aria-label={`${name} is required`}
            checked={field.required}
            disabled={readOnly}
            onChange={(event) => run(requireField(source, field.key, event.target.checked))}
          />
        </td>
        <td>{!readOnly && <IconButton label={`Delete ${name}`} icon="trash" press={remove} />}</td>
      </tr>
      {own.length > 0 && (
        <tr className="is-notes">
          <td colSpan={4}>
            <Notes findings={own} />
          </td>
        </tr>
      )}
    </>
  );
}
