import { commands, type Editor } from "@airlock/editor";
import { diff } from "@airlock/flow";
import Button from "@mui/material/Button";
import { shortDate } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { ChangeList } from "../history/change-list.tsx";
import type { FoundDraft } from "./draft-store.ts";
import type { Saving } from "./use-saving.ts";

interface DraftDialogProps {
  readonly editor: Editor;
  readonly found: FoundDraft;
  readonly saving: Saving;
  readonly onDone: () => void;
}

/** A window was closed, crashed or lost the network before it saved: its draft is offered, not applied. */
export function DraftDialog({ editor, found, saving, onDone }: DraftDialogProps) {
  const { definition, base, revision, at } = found.draft;
  const changes = diff(base, definition);
  const restore = () => {
    editor.execute(commands.replaceDefinition(definition, "Restore unsaved changes"));
    // Saved on top of the revision that it was drawn from: if someone saved since, the conflict is detected and merged.
    saving.goOnFrom({ base, revision });
    void found.forget();
    onDone();
  };
  const discard = () => {
    void found.forget();
    onDone();
  };
  return (
    <DialogFrame
      open
      onClose={onDone}
      title="Unsaved changes were kept"
      subtitle={`From ${shortDate(at)}, when this solution was closed without saving.`}
      hint={counted(changes.length, "change")}
      actions={
        <>
          <Button color="error" variant="text" onClick={discard}>
            Discard
          </Button>
          <Button variant="contained" onClick={restore}>
            Restore
          </Button>
        </>
      }
    >
      <ChangeList changes={changes} />
    </DialogFrame>
  );
}
