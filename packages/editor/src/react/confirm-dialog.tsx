import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import { useId } from "react";
import type { ReactNode } from "react";
import { focusWhenShown } from "./focus-when-shown.ts";
import "./dialog.css";

interface ConfirmDialogProps {
  readonly open: boolean;
  /** 'Delete node?' */
  readonly title: string;
  readonly children: ReactNode;
  /** What the solid button does: 'Delete'. */
  readonly verb: string;
  /** Red, for destructive actions. */
  readonly danger?: boolean;
  readonly width?: number;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The title names the object, the button has the verb, and Cancel has the focus. */
export function ConfirmDialog({ open, title, children, verb, danger = true, width = 404, onConfirm, onCancel }: ConfirmDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width } } }}
    >
      <header className="editor-dialog-head">
        <h2 id={titleId}>{title}</h2>
      </header>
      <div id={textId} className="editor-dialog-body">
        {children}
      </div>
      <footer className="editor-dialog-foot">
        <Button color="inherit" variant="text" className="editor-dialog-cancel" ref={focusWhenShown} onClick={onCancel}>
          Cancel
        </Button>
        <Button color={danger ? "error" : "primary"} variant="contained" onClick={onConfirm}>
          {verb}
        </Button>
      </footer>
    </Dialog>
  );
}
