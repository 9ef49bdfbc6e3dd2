import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { cacheKey } from "../api/cache-key.ts";
import { useClient } from "../api/session/use-session.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { counted } from "../ui/format/numbers.ts";
import { sizeText } from "../ui/format/size-text.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { importFile, type ImportChoice } from "./import-file.ts";
import { changesText } from "./list-words.ts";
import { RejectedRows, rejectionsIn } from "./rejected-rows.tsx";
import { changedByRows, type NamedList } from "./use-lists.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

/** Reads a CSV file into the draft of a list. */
export function ImportDialog({ list, onClose }: { readonly list: NamedList; readonly onClose: () => void }) {
  const id = useId();
  const client = useClient();
  const queries = useQueryClient();
  const messages = useMessages();
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<ImportChoice["mode"]>("replace");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { key, columns } = list._embedded;

  const submit = async (rejected: ImportChoice["rejected"]) => {
    if (file === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { _embedded: report } = await importFile(client, list, file, { mode, rejected });
      const changes = changesText(report.draft);
      messages.success(`${counted(report.rows, "row")} imported. The draft has ${changes === "" ? "no changes" : changes}.`);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    } finally {
      for (const name of changedByRows) void queries.invalidateQueries({ queryKey: cacheKey(name) });
    }
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Import into ${nameOf(list)}`}
      subtitle="The file changes the draft. Decisions do not change until the draft is published."
      onSubmit={() => void submit("refuse")}
      submitLabel={isBusy ? "Importing" : "Import"}
      canSubmit={file !== undefined && !isBusy}
      formClass="list-form"
      moreActions={
        rejectionsIn(failure).length > 0 && (
          <Button variant="outlined" disabled={isBusy} onClick={() => void submit("skip")}>
            Import without rejected rows
          </Button>
        )
      }
    >
      <label className="list-file" htmlFor={id}>
        <Icon name="upload" size={16} />
        <span className="grow clip">{file === undefined ? "Choose a CSV file" : `${file.name}, ${sizeText(file.size)}`}</span>
        <input
          id={id}
          className="sr"
          type="file"
          accept=".csv,.tsv,.txt,.gz,text/csv"
          onChange={(event) => {
            setFile(event.target.files?.[0]);
            setFailure(undefined);
          }}
        />
      </label>
      <p className="helper">
        {columns.length === 0 ? "One key per row." : `The first row names ${[key, ...columns].map(({ name }) => name).join(", ")}.`}
      </p>
      <RadioGroup aria-label="What the file is" value={mode} onChange={(_event, next) => setMode(next === "merge" ? "merge" : "replace")}>
        <FormControlLabel value="replace" control={<Radio />} label="The whole list: rows that the file does not have are removed" />
        <FormControlLabel value="merge" control={<Radio />} label="Additions and changes: other rows stay" />
      </RadioGroup>
      {failure !== undefined && <RejectedRows error={failure} />}
    </FormDialog>
  );
}
