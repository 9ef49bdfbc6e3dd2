import Button from "@mui/material/Button";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useId } from "react";
import { decideAddress } from "../../api/decide-address.ts";
import { holds } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import type { Version } from "../../parts/versions/resources.ts";
import { ButtonLink } from "../../ui/button-link.ts";
import { focusWhenShown } from "../../ui/dialogs/focus-when-shown.ts";
import { LastDay } from "./last-day.tsx";
import "./stop-dialog.css";

interface StopDialogProps {
  readonly version: Version;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The confirmation before the live version of a solution is stopped. Shows its recent executions, and offers to release another version instead. */
export function StopDialog({ version, onConfirm, onCancel }: StopDialogProps) {
  const titleId = useId();
  const textId = useId();
  const mayRelease = holds(useProfile(), "solution.release");
  const { versionName, solutionName, solutionKey, entityWss } = version._embedded;
  return (
    <Dialog
      open
      onClose={onCancel}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width: 520 } } }}
    >
      <header className="dialog-head">
        <h2 id={titleId}>Stop {versionName} while it is live?</h2>
      </header>
      <div id={textId} className="dialog-body dialog-question stop-live">
        <p>
          <b>{versionName}</b> is the live version of <b>{solutionName}</b>. If you stop it, calls to{" "}
          <code>{decideAddress(solutionKey)}</code> are refused until it is started again or another version is released.
        </p>
        <LastDay version={version} />
        {mayRelease && <p className="helper">To move callers to another version without failed calls, release that version instead.</p>}
      </div>
      <footer className="dialog-foot">
        {mayRelease && (
          <ButtonLink
            className="stop-release"
            to="/admin/solutions/$webSafeString/releases"
            params={{ webSafeString: entityWss }}
            search={{ version: "" }}
          >
            Release another version...
          </ButtonLink>
        )}
        <Button color="inherit" variant="text" className="dialog-cancel" ref={focusWhenShown} onClick={onCancel}>
          Cancel
        </Button>
        <Button color="error" variant="contained" onClick={onConfirm}>
          Stop {versionName}
        </Button>
      </footer>
    </Dialog>
  );
}
