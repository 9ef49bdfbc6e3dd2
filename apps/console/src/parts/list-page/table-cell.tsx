import type { Column } from "./column.ts";
import { EditableCell } from "./editing/editable-cell.tsx";

/** A cell under edit: the row's key and the column's name. */
export interface Editing {
  readonly row: string;
  readonly column: string;
}

interface TableCellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly rowKey: string;
  readonly rowName: string;
  /** More than one: Tab opens the next cell while the one before is being saved. */
  readonly editing: readonly Editing[];
  readonly onEditing: (cell: Editing, on: boolean) => void;
}

export function TableCell<Row>({ column, row, rowKey, rowName, editing, onEditing }: TableCellProps<Row>) {
  const { edit } = column;
  if (!edit) return column.show(row);
  return (
    <EditableCell
      label={`${column.title.toLowerCase()} of ${rowName}`}
      value={edit.value(row)}
      maxLength={edit.maxLength}
      editing={editing.some((cell) => cell.row === rowKey && cell.column === column.name)}
      onEditing={(on) => onEditing({ row: rowKey, column: column.name }, on)}
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
