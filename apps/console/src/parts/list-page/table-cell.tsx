import type { Column } from "./column.ts";
import { EditableCell } from "./editing/editable-cell.tsx";

/** The cell under edit: the row's key and the column's name. */
export interface Editing {
  readonly row: string;
  readonly column: string;
}

interface TableCellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly rowKey: string;
  readonly rowName: string;
  readonly editing: Editing | undefined;
  readonly onEditing: (editing: Editing | undefined) => void;
}

export function TableCell<Row>({ column, row, rowKey, rowName, editing, onEditing }: TableCellProps<Row>) {
  const { edit } = column;
  if (!edit) return column.show(row);
  return (
    <EditableCell
      label={`${column.title.toLowerCase()} of ${rowName}`}
      value={edit.value(row)}
      maxLength={edit.maxLength}
      editing={editing?.row === rowKey && editing.column === column.name}
      onEditing={(on) => onEditing(on ? { row: rowKey, column: column.name } : undefined)}
      save={edit.save(row)}
      locked={edit.locked?.(row)}
      check={edit.check && ((text) => edit.check?.(text, row))}
      choices={edit.choices}
      shownAs={edit.label?.(row)}
    >
      {column.show(row)}
    </EditableCell>
  );
}
