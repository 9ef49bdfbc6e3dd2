import type { Finding } from "@airlock/flow";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useMemo, useState } from "react";
import { newId } from "../../../document/new-id.ts";
import type { FlowDocument } from "../../../document/flow-document.ts";
import { linkTitle, nodeTitle } from "../../../document/titles.ts";
import { quickFixes } from "../../../quick-fixes/quick-fixes.ts";
import type { QuickFix } from "../../../quick-fixes/quick-fix.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon, kindIcons, type IconName } from "../../icon.tsx";
import { Tile } from "../controls/tile.tsx";
import { useRun } from "../use-run.ts";
import { goToFinding, type OpenField } from "./go-to-finding.ts";

interface MessageRowProps {
  readonly finding: Finding;
  readonly onOpenField: OpenField | undefined;
  readonly onOpenProperties: (() => void) | undefined;
}

export function MessageRow({ finding, onOpenField, onOpenProperties }: MessageRowProps) {
  const { editor, readOnly, tell } = useSurroundings();
  const run = useRun();
  const { document } = editor.state;
  const about = useMemo(() => aboutOf(document, finding), [document, finding]);
  const fixes = useMemo(() => (readOnly ? [] : quickFixes(editor.state.document, finding, newId)), [editor, readOnly, finding]);
  const [best, ...others] = fixes;
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const go = () => goToFinding(editor, finding, { onOpenField, onOpenProperties });
  const mend = (fix: QuickFix) => {
    setMenu(null);
    // What was offered a moment ago may no longer be possible.
    const refusal = run(fix.command);
    if (refusal !== undefined) tell({ level: "warning", message: refusal.reason });
  };
  return (
    <li className="ep-message">
      <span className={finding.level === "error" ? "ep-level is-error" : "ep-level"}>
        <Icon name={finding.level === "error" ? "error" : "warning"} size={18} />
        <span className="sr">{finding.level}</span>
      </span>
      <button type="button" className="ep-message-text" onClick={go}>
        <span className="ep-where">
          <Tile small icon={about.icon} colour={about.colour} />
          <b className="clip">{about.title}</b>
        </span>
        <span className="ep-sentence">
          {finding.message}
          <small className="mono">{finding.code}</small>
        </span>
      </button>
      <span className="ep-message-acts">
        {best !== undefined && (
          <button type="button" className="ep-outline-button" title={best.label} onClick={() => mend(best)}>
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
                <MenuItem key={fix.label} onClick={() => mend(fix)}>
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

interface About {
  readonly title: string;
  readonly icon: IconName;
  readonly colour?: string;
}

/** What a finding is about, as the list shows it. */
function aboutOf(document: FlowDocument, finding: Finding): About {
  const node = finding.nodeId === undefined ? undefined : document.nodes.get(finding.nodeId);
  if (node !== undefined) return { title: nodeTitle(node), icon: kindIcons[node.type], colour: node.color };
  const link = finding.linkId === undefined ? undefined : document.links.get(finding.linkId);
  if (link !== undefined) return { title: linkTitle(document, link), icon: "link" };
  const field = [...document.applicationFields, ...document.runtimeFields].find((one) => one.key === finding.fieldKey);
  if (field !== undefined) return { title: field.name === "" ? "Data fields" : field.name, icon: "text" };
  return {
    title: finding.code.startsWith("TEST_VALUE") ? "Test data" : "Solution",
    icon: finding.code.startsWith("TEST_VALUE") ? "test" : "layout",
  };
}
