import { Link } from "@tanstack/react-router";
import { useProfile } from "../../api/session/use-session.ts";
import { setHidden, useMarks } from "../../parts/first-run/first-run-marks.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { documentationAddress } from "../../ui/documentation-address.ts";
import { jumpKeys } from "./jump-keys.ts";
import "./help-dialog.css";

const shortcuts: readonly (readonly [string, string])[] = [
  [jumpKeys, "Search or jump to a screen"],
  ["?", "This help"],
  ["[", "Collapse or expand the menu"],
  ["Enter or F2", "Edit the cell in focus"],
  ["Esc", "Cancel, or close what is open"],
  ["Tab", "Save the edited cell and edit the next one"],
];

export function HelpDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { organisationWss } = useProfile()._embedded;
  const { isHidden } = useMarks(organisationWss);
  return (
    <DialogFrame open={open} onClose={onClose} title="Help" width={480}>
      <p className="help-links">
        Read the{" "}
        <a href={documentationAddress} target="_blank" rel="noreferrer" onClick={onClose}>
          documentation
        </a>{" "}
        or the{" "}
        <Link to="/news" target="_blank" onClick={onClose}>
          news
        </Link>
        .
        {isHidden === true && (
          <>
            {" "}
            <Link
              to="/admin"
              onClick={() => {
                setHidden(organisationWss, false);
                onClose();
              }}
            >
              Show the first steps
            </Link>{" "}
            on the dashboard again.
          </>
        )}
      </p>
      <div>
        <h3 className="overline">Keyboard shortcuts</h3>
        <dl className="help-keys">
          {shortcuts.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                <kbd className="kbd">{keys}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </DialogFrame>
  );
}
