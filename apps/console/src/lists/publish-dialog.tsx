import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { zoneName } from "../ui/format/dates.ts";
import { counted } from "../ui/format/numbers.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { changeCount, changesText, momentText } from "./list-words.ts";
import { changedByRows, nameOf, type NamedList } from "./use-lists.ts";

interface PublishDialogProps {
  readonly list: NamedList;
  /** When the newest version takes effect, if that is still to come: no version overtakes it. */
  readonly notBefore: string | undefined;
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

/** Publishes the draft, and says from when on it is used. */
export function PublishDialog({ list, notBefore, onPublished, onClose }: PublishDialogProps) {
  const { draft, newestVersion, usedBy } = list._embedded;
  const messages = useMessages();
  const [from, setFrom] = useState("");
  const [note, setNote] = useState("");
  const [wrong, setWrong] = useState<string>();
  const next = `v${newestVersion + 1}`;
  const publish = useAction("list.versions.create", list, {
    changes: changedByRows,
    onSuccess: () => {
      messages.success(
        `${nameOf(list)} ${next} ${from === "" ? "is in effect" : `takes effect ${momentText(new Date(from).toISOString())}`}`,
      );
      onPublished();
    },
  });
  const check = (typed: string) => {
    setFrom(typed);
    setWrong(whyNot(typed, notBefore, newestVersion));
  };
  const needsDate = from === "" && notBefore !== undefined;
  const submit = () =>
    publish.mutate({
      body: { note, draftRevision: draft.revision, ...(from === "" ? {} : { effectiveDate: new Date(from).toISOString() }) },
    });
  return (
    <FormDialog
      onClose={onClose}
      title={`Publish ${next} of ${nameOf(list)}`}
      subtitle={`${counted(changeCount(draft), "change")}: ${changesText(draft)}. ${
        usedBy === 0
          ? "No solution uses the list yet."
          : "Versions that follow the list decide by it from then on; pinned ones do not change."
      }`}
      onSubmit={submit}
      submitLabel={from === "" ? "Publish now" : "Schedule"}
      canSubmit={wrong === undefined && !needsDate && !publish.isPending}
      formClass="list-form"
    >
      <TextField
        label="In effect from"
        type="datetime-local"
        inputRef={focusWhenShown}
        value={from}
        onChange={(event) => check(event.target.value)}
        error={wrong !== undefined}
        helperText={
          wrong ??
          (notBefore === undefined
            ? `Left empty, at once. Times are in ${zoneName()}.`
            : `v${newestVersion} takes effect ${momentText(notBefore)}: choose that time or a later one.`)
        }
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        label="Note"
        value={note}
        multiline
        minRows={2}
        onChange={(event) => setNote(event.target.value)}
        helperText="Shown with the version and in the audit."
        slotProps={{ htmlInput: { maxLength: 2000 }, inputLabel: { shrink: true } }}
      />
    </FormDialog>
  );
}

function whyNot(typed: string, notBefore: string | undefined, newest: number): string | undefined {
  if (typed === "") return undefined;
  const date = Date.parse(typed);
  if (notBefore !== undefined && date < Date.parse(notBefore)) return `v${newest} takes effect ${momentText(notBefore)}, which is later.`;
  return date < Date.now() ? "Choose a time to come, or leave it empty." : undefined;
}
