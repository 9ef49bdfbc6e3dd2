import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { zoneName } from "../ui/format/dates.ts";
import { counted } from "../ui/format/numbers.ts";
import { FutureTimeField, noTime } from "../ui/future-time-field.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { TextArea } from "../ui/text-area.tsx";
import { changeCount, changesText, momentText } from "./list-words.ts";
import { changedByRows, type NamedList } from "./use-lists.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

interface PublishDialogProps {
  readonly list: NamedList;
  /** When the newest version takes effect, if that is still to come: no version overtakes it. */
  readonly notBefore: string | undefined;
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

/** Publishes the draft, and shows when it takes effect. */
export function PublishDialog({ list, notBefore, onPublished, onClose }: PublishDialogProps) {
  const { draft, newestVersion, usedBy } = list._embedded;
  const messages = useMessages();
  const [from, setFrom] = useState(noTime);
  const [note, setNote] = useState("");
  const next = `v${newestVersion + 1}`;
  const publish = useAction("list.versions.create", list, {
    changes: changedByRows,
    onSuccess: () => {
      messages.success(`${nameOf(list)} ${next} ${from.date === undefined ? "is in effect" : `takes effect ${momentText(from.date)}`}`);
      onPublished();
    },
  });
  const tooEarly = (millis: number) =>
    notBefore !== undefined && millis < Date.parse(notBefore)
      ? `v${newestVersion} takes effect ${momentText(notBefore)}, which is later.`
      : undefined;
  const needsDate = from.typed === "" && notBefore !== undefined;
  const submit = () =>
    publish.mutate({
      body: { note, draftRevision: draft.revision, ...(from.date === undefined ? {} : { effectiveDate: from.date }) },
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
      submitLabel={from.typed === "" ? "Publish now" : "Schedule"}
      canSubmit={from.problem === undefined && !needsDate && !publish.isPending}
      formClass="list-form"
    >
      <FutureTimeField
        label="In effect from"
        required={false}
        inputRef={focusWhenShown}
        time={from}
        onChange={setFrom}
        refuse={tooEarly}
        helperText={
          notBefore === undefined
            ? `Leave empty to publish now. Times are in ${zoneName()}.`
            : `v${newestVersion} takes effect ${momentText(notBefore)}: choose that time or a later one.`
        }
      />
      <TextArea label="Note" value={note} onChange={setNote} helperText="Shown with the version and in the audit." />
    </FormDialog>
  );
}
