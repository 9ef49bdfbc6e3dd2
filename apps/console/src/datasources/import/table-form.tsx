import TextField from "@mui/material/TextField";
import { NameField } from "./name-field.tsx";
import { TableTypeField } from "./table-type-field.tsx";
import type { Wizard } from "./use-wizard.ts";

/** BigQuery in one step: name, table name, table type. */
export function TableForm({ wizard }: { readonly wizard: Wizard }) {
  const { tableName } = wizard;
  const isWrong = tableName !== "" && !/^[A-Za-z0-9_]+$/.test(tableName);
  return (
    <>
      <NameField wizard={wizard} />
      <TextField
        label="Table name"
        required
        value={tableName}
        autoComplete="off"
        error={isWrong}
        helperText={isWrong ? "Letters, digits and underscores only" : " "}
        onChange={(event) => wizard.setTableName(event.target.value.trim())}
        slotProps={{ htmlInput: { maxLength: 1024, className: "mono", spellCheck: false }, inputLabel: { shrink: true } }}
      />
      <TableTypeField wizard={wizard} />
    </>
  );
}
