import type { Finding } from "@airlock/flow";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useMemo, useState } from "react";
import { newId } from "../../../document/new-id.ts";
import { quickFixes } from "../../../quick-fixes/quick-fixes.ts";
import type { QuickFix } from "../../../quick-fixes/quick-fix.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { Tile } from "../controls/tile.tsx";
import { useRun } from "../use-run.ts";
import { usePart } from "../../use-part.ts";
import { aboutOf } from "./about-finding.ts";
import { goToFinding, type OpenField } from "./go-to-finding.ts";

interface MessageRowProps {
  readonly finding: Finding;
  readonly onOpenField: OpenField | undefined;
  readonly onOpenProperties: (() => void) | undefined;
}

export function MessageRow({ finding, onOpenField, onOpenProperties }: MessageRowProps) {
  const { editor, readOnly, tell } = useSurroundings();
  const run = useRun();
  const offered = usePart("lists", (state) => state.offeredLists);
  const { document } = editor.state;
  const about = useMemo(() => aboutOf(document, finding), [document, finding]);
  const fixes = useMemo(
    () => (readOnly ? [] : quickFixes(editor.state.document, finding, newId, offered)),
    [editor, readOnly, finding, offered],
  );
  const [best, ...others] = fixes;
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const go = () => goToFinding(editor, finding, { onOpenField, onOpenProperties });
  const apply = (fix: QuickFix) => {
    setMenu(null);
    if (fix.opens !== undefined) return goToFinding(editor, fix.opens, { onOpenField, onOpenProperties });
    // A fix that was offered before may no longer be possible.
    const refusal = run(fix.command);
    if (refusal !== undefined) tell({ level: "warning", message: refusal.reason });
  };
  return (
    <li className="ep-message">
      <span className={finding.level === "warning" ? "ep-level" : `ep-level is-${finding.level}`}>
        <Icon name={finding.level} size={18} />
        <span className="sr">{finding.level}</span>
      </span>
      <button type="button" className="ep-message-text" onClick={go}>
        <span className="ep-where">
          <Tile small icon={about.icon} colour={about.colour} />
          <b className="clip">{about.title}</b>
        </span>
        <span className="ep-message-sentence">
          {finding.message}
          <small className="mono">{finding.code}</small>
        </span>
      </button>
      <span className="ep-message-acts">
        {best !== undefined && (
          <button type="button" className="ep-outline-button" title={best.label} onClick={() => apply(best)}>
            <Icon name="bolt" size={14} />
            <span className="clip">{best.label}</span>
          </button>
        )}
        {others.length > 0 && (
          <>
            <button
              type="button"
              className="ep-icon-button is-dense"
              aria-label={`More for ${about.title}`}
              title={`More for ${about.title}`}
              aria-haspopup="menu"
              aria-expanded={menu !== null}
              onClick={(event) => setMenu(event.currentTarget)}
            >
              <Icon name="more" size={16} />
            </button>
            <Menu open={menu !== null} anchorEl={menu} onClose={() => setMenu(null)}>
              {others.map((fix) => (
                <MenuItem key={fix.label} onClick={() => apply(fix)}>
                  <Icon name="bolt" size={16} />
                  {fix.label}
                </MenuItem>
              ))}
            </Menu>
          </>
        )}
      </span>
    </li>
  );
}
