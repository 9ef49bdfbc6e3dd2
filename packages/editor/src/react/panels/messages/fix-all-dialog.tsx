import { counted } from "../../../document/titles.ts";
import type { FixPlan } from "../../../quick-fixes/quick-fixes.ts";
import { ConfirmDialog } from "../../confirm-dialog.tsx";
import { useSurroundings } from "../../editor-context.ts";
import { Tile } from "../controls/tile.tsx";
import { aboutOf } from "./about-finding.ts";

interface FixAllDialogProps {
  readonly plan: FixPlan;
  readonly apply: () => void;
  readonly close: () => void;
}

/** Lists every change that "Fix all" makes before it makes them. */
export function FixAllDialog({ plan, apply, close }: FixAllDialogProps) {
  const { editor } = useSurroundings();
  const { document } = editor.state;
  const count = plan.fixes.length;
  return (
    <ConfirmDialog
      open
      title={`Make ${counted(count, "change")}?`}
      verb="Apply"
      danger={false}
      width={520}
      onConfirm={apply}
      onCancel={close}
    >
      <p>
        {count === 1 ? "It does" : "They do"} not change any decision. One Undo takes {count === 1 ? "it" : "all of them"} back.
      </p>
      <ol className="ep-plan" aria-label="Changes">
        {plan.fixes.map(({ finding, label }, index) => {
          const about = aboutOf(document, finding);
          return (
            <li key={`${index} ${label}`}>
              <Tile small icon={about.icon} colour={about.colour} />
              <span className="ep-use-text">
                <b>{label}</b>
                <small>{finding.message}</small>
              </span>
            </li>
          );
        })}
      </ol>
      <p className="ep-help">Findings that need a decision of yours are left as they are.</p>
    </ConfirmDialog>
  );
}
