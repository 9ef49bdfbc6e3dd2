import type { ExcelField } from "../../../fields/excel-fields.ts";
import { counted } from "../../../document/titles.ts";
import { ConfirmDialog } from "../../confirm-dialog.tsx";

interface ImportFieldsDialogProps {
  readonly fileName: string;
  readonly rows: readonly ExcelField[];
  readonly confirm: () => void;
  readonly close: () => void;
}

/** The fields of a file, with what happens to each, before anything changes. */
export function ImportFieldsDialog({ fileName, rows, confirm, close }: ImportFieldsDialogProps) {
  const count = rows.filter(({ field }) => field !== undefined).length;
  return (
    <ConfirmDialog
      open
      danger={false}
      width={620}
      title={`Import fields from ${fileName}`}
      verb={`Add ${counted(count, "field")}`}
      onConfirm={confirm}
      onCancel={close}
    >
      <div className="ep-preview">
        <table aria-label="Fields after the import">
          <thead>
            <tr>
              <th>Name</th>
              <th>Field type</th>
              <th>Required</th>
              <th>Note</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, field, note }, index) => (
              <tr key={index}>
                <td className="mono">{name}</td>
                <td>{field?.type}</td>
                <td>{field?.required === true ? "yes" : ""}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ConfirmDialog>
  );
}
