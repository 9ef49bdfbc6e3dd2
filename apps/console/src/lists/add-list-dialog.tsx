import type { ListColumn, ListCreate, Resource } from "@airlock/contract";
import { listKeyTypes, maxListColumns, type ListKeyType } from "@airlock/contract/list-limits";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cacheKey } from "../api/cache-key.ts";
import { useClient } from "../api/session/use-session.ts";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { RequiredHint } from "../ui/dialogs/required-hint.tsx";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { fileColumns, sampleBytes } from "./file-columns.ts";
import { importFile } from "./import-file.ts";
import { columnTypes, whyNotColumn } from "./list-form.ts";
import { RejectedRows } from "./rejected-rows.tsx";
import type { NamedList } from "./use-lists.ts";

interface AddListDialogProps {
  readonly href: string;
  /** Given, its columns become those of the list, and its rows the first draft. */
  readonly file: File | undefined;
  readonly onAdded: (key: string) => void;
  readonly onClose: () => void;
}

interface TypedColumn extends ListColumn {
  /** Stays while others are removed. */
  readonly id: number;
}

/** A new list: its name, its key and what a key returns. */
export function AddListDialog({ href, file, onAdded, onClose }: AddListDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const messages = useMessages();
  const [name, setName] = useState(file?.name.replace(/\.(csv|tsv|txt)?(\.gz)?$/i, "") ?? "");
  const [key, setKey] = useState<{ readonly name: string; readonly type: ListKeyType }>({
    name: file === undefined ? "key" : "",
    type: "String",
  });
  const [columns, setColumns] = useState<readonly TypedColumn[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** It exists already when its file was refused. */
  const [made, setMade] = useState<NamedList>();

  useEffect(() => {
    if (file === undefined || /\.gz$/i.test(file.name)) return;
    let isOver = false;
    const look = async () => {
      const found = fileColumns(await file.slice(0, sampleBytes).text(), file.size <= sampleBytes);
      if (isOver || found === undefined) return;
      setKey(found.key);
      setColumns(found.columns.slice(0, maxListColumns).map((column, id) => ({ ...column, id })));
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [file]);

  const names = [key.name, ...columns.map((column) => column.name)];
  const wrong = names.map((one, at) => whyNotColumn(one, names.slice(0, at)));
  const canSubmit = name.trim() !== "" && wrong.every((why) => why === undefined) && !isBusy;
  const change = (id: number, next: Partial<ListColumn>) =>
    setColumns((all) => all.map((column) => (column.id === id ? { ...column, ...next } : column)));

  const submit = async (rejected: "refuse" | "skip") => {
    setBusy(true);
    setFailure(undefined);
    try {
      const body: ListCreate = {
        name: name.trim(),
        description: "",
        key,
        columns: columns.map((column) => ({ name: column.name.trim(), type: column.type })),
      };
      const list: Resource<NamedList["_embedded"]> = made ?? (await client.post("lists.create", href, { body }));
      setMade(list);
      if (file !== undefined) {
        const { _embedded: report } = await importFile(client, list, file, { mode: "replace", rejected });
        messages.success(`${counted(report.rows, "row")} imported into ${body.name}`);
      }
      onAdded(list._embedded.webSafeString);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    } finally {
      void queries.invalidateQueries({ queryKey: cacheKey("lists.list") });
    }
  };
  return (
    <FormDialog
      onClose={() => (made === undefined ? onClose() : onAdded(made._embedded.webSafeString))}
      title={file === undefined ? "Add list" : `Import ${file.name}`}
      subtitle="Key and columns cannot be changed later: solutions use them by name."
      width={600}
      hint={<RequiredHint />}
      onSubmit={() => void submit("refuse")}
      submitLabel={file === undefined ? "Add" : "Import"}
      canSubmit={canSubmit}
      formClass="list-form"
      moreActions={
        failure !== undefined &&
        made !== undefined && (
          <Button variant="outlined" disabled={isBusy} onClick={() => void submit("skip")}>
            Import without rejected rows
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        required
        inputRef={focusWhenShown}
        value={name}
        disabled={made !== undefined}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <fieldset className="list-form-columns" disabled={made !== undefined}>
        <legend>Key and columns</legend>
        <div className="list-form-column">
          <TextField
            label="Key"
            required
            value={key.name}
            error={wrong[0] !== undefined && key.name !== ""}
            helperText={key.name === "" ? undefined : wrong[0]}
            onChange={(event) => setKey({ ...key, name: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
          />
          <TextField
            select
            label="Type of key"
            value={key.type}
            onChange={(event) => setKey({ ...key, type: listKeyTypes.find((type) => type === event.target.value) ?? "String" })}
          >
            {listKeyTypes.map((type) => (
              <MenuItem key={type} value={type}>
                {type}
              </MenuItem>
            ))}
          </TextField>
          <span />
        </div>
        {columns.map((column, at) => (
          <div className="list-form-column" key={column.id}>
            <TextField
              label={`Column ${at + 1}`}
              value={column.name}
              error={wrong[at + 1] !== undefined && column.name !== ""}
              helperText={column.name === "" ? undefined : wrong[at + 1]}
              onChange={(event) => change(column.id, { name: event.target.value })}
              slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
            />
            <TextField
              select
              label={`Type of column ${at + 1}`}
              value={column.type}
              onChange={(event) => change(column.id, { type: columnTypes.find((type) => type === event.target.value) ?? "String" })}
            >
              {columnTypes.map((type) => (
                <MenuItem key={type} value={type}>
                  {type}
                </MenuItem>
              ))}
            </TextField>
            <IconButton
              size="small"
              aria-label={`Remove column ${at + 1}`}
              onClick={() => setColumns(columns.filter(({ id }) => id !== column.id))}
            >
              <Icon name="x" size={16} />
            </IconButton>
          </div>
        ))}
        <p className="helper">
          {columns.length === 0 ? "Without columns, the list is a set: a key is in it or not." : "A key returns these columns."}
        </p>
        {columns.length < maxListColumns && (
          <Button
            size="small"
            className="list-form-add"
            startIcon={<Icon name="plus" size={14} />}
            onClick={() => setColumns([...columns, { id: Math.max(-1, ...columns.map(({ id }) => id)) + 1, name: "", type: "String" }])}
          >
            Add column
          </Button>
        )}
      </fieldset>
      {failure !== undefined && <RejectedRows error={failure} />}
    </FormDialog>
  );
}
