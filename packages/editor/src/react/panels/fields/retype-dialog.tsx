import type { DatasetField, FieldSource, FieldType, Finding } from "@airlock/flow";
import { counted } from "../../../document/titles.ts";
import { ConfirmDialog } from "../../confirm-dialog.tsx";
import { Icon } from "../../icon.tsx";
import { FieldChip } from "../controls/field-chip.tsx";

interface RetypeDialogProps {
  readonly source: FieldSource;
  readonly field: DatasetField;
  readonly type: FieldType;
  /** The findings that the change would cause. */
  readonly breaks: readonly Finding[];
  readonly confirm: () => void;
  readonly close: () => void;
}

export function RetypeDialog({ source, field, type, breaks, confirm, close }: RetypeDialogProps) {
  const aType = type === "Integer" ? "an Integer" : `a ${type}`;
  return (
    <ConfirmDialog
      open
      danger={false}
      width={520}
      title={`Make ${field.name} ${aType}?`}
      verb={`Make it ${aType}`}
      onConfirm={confirm}
      onCancel={close}
    >
      <p>
        <FieldChip source={source} name={field.name} /> is {field.type === "Integer" ? "an Integer" : `a ${field.type}`} now. As {aType}, it
        causes {counted(breaks.length, "message")}:
      </p>
      <ul className="ep-notes">
        {breaks.slice(0, 20).map((finding) => (
          <li key={`${finding.code} ${finding.message}`} className={finding.level === "error" ? "ep-note is-error" : "ep-note"}>
            <Icon name={finding.level === "error" ? "error" : "warning"} size={14} />
            <span>{finding.message}</span>
          </li>
        ))}
        {breaks.length > 20 && <li className="ep-help">and {breaks.length - 20} more</li>}
      </ul>
    </ConfirmDialog>
  );
}
