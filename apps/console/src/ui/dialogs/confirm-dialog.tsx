import Button from "@mui/material/Button";
import { Dialog } from "../overlays/dialog.tsx";
import { useId } from "react";
import type { ReactNode } from "react";
import { focusWhenShown } from "./focus-when-shown.ts";
import "./dialog-frame.css";

interface ConfirmDialogProps {
  readonly open: boolean;
  /** 'Delete solution?' */
  readonly title: string;
  readonly children: ReactNode;
  /** The verb on the red button; without one there is only the way back. */
  readonly verb?: string;
  readonly onConfirm?: () => void;
  readonly onCancel: () => void;
}

/** Names the thing, has the verb on the button, and starts at Cancel. */
export function ConfirmDialog({ open, title, children, verb, onConfirm, onCancel }: ConfirmDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width: 404 } } }}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
      </header>
      <div id={textId} className="dialog-body dialog-question">
        {children}
      </div>
      <footer className="dialog-foot">
        <Button color="inherit" variant="text" className="dialog-cancel" ref={focusWhenShown} onClick={onCancel}>
          {verb === undefined ? "Close" : "Cancel"}
        </Button>
        {verb !== undefined && (
          <Button color="error" variant="contained" onClick={onConfirm}>
            {verb}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}
