import { Dialog } from "../overlays/dialog.tsx";
import { useId } from "react";
import type { ReactNode } from "react";
import { IconAction } from "../icon-action.tsx";
import "./dialog-frame.css";

interface DialogFrameProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** 520, 480 for a checkbox list, 680 to 880 with a table. */
  readonly width?: number;
  /** What will change, at the bottom left. */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function DialogFrame({ open, onClose, title, subtitle, width = 520, hint, actions, children }: DialogFrameProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} slotProps={{ paper: { sx: { width, maxWidth: "calc(100% - 48px)" } } }}>
      <header className="dialog-head">
        <div className="grow">
          <h2 id={titleId}>{title}</h2>
          {subtitle && <p>{subtitle}</p>}
        </div>
        <IconAction icon="x" label="Close" onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
      {(actions || hint) && (
        <footer className="dialog-foot">
          {hint && <span className="dialog-hint">{hint}</span>}
          {actions}
        </footer>
      )}
    </Dialog>
  );
}
