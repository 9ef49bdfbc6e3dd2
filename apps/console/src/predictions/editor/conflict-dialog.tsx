import Button from "@mui/material/Button";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import type { Draft } from "./use-draft.ts";

export function ConflictDialog({ draft }: { readonly draft: Draft }) {
  return (
    <DialogFrame
      open
      onClose={draft.closeConflict}
      title="Someone else saved meanwhile"
      actions={
        <>
          <Button color="inherit" variant="text" onClick={draft.closeConflict}>
            Cancel
          </Button>
          <Button variant="outlined" onClick={draft.loadTheirs}>
            Load theirs
          </Button>
          <Button variant="contained" disabled={draft.isSaving} onClick={() => void draft.saveMine()}>
            Save mine over it
          </Button>
        </>
      }
    >
      <p>This prediction was changed after you opened it. Load what is saved now and lose your changes, or save yours over it.</p>
    </DialogFrame>
  );
}
