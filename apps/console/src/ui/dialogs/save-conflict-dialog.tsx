import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { DialogFrame } from "./dialog-frame.tsx";

interface SaveConflictDialogProps {
  /** What was changed, and what the choice is. */
  readonly children: ReactNode;
  readonly isSaving: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  readonly onClose: () => void;
}

/** Someone else saved first: nothing is overwritten before the user has decided. */
export function SaveConflictDialog({ children, isSaving, onTheirs, onMine, onClose }: SaveConflictDialogProps) {
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Someone else saved meanwhile"
      actions={
        <>
          <Button color="inherit" variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="outlined" onClick={onTheirs}>
            Load theirs
          </Button>
          <Button variant="contained" disabled={isSaving} onClick={onMine}>
            Save mine over it
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </DialogFrame>
  );
}
