import type { Finding } from "@airlock/flow";
import { useMemo } from "react";
import { newId } from "../../../document/new-id.ts";
import { quickFixes } from "../../../quick-fixes/quick-fixes.ts";
import type { QuickFix } from "../../../quick-fixes/quick-fix.ts";
import { selectionOf } from "../../../selection/selection.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { placeText } from "../findings-of.ts";
import { wantPlace } from "../place-wanted.ts";
import { useRun } from "../use-run.ts";
import { usePart } from "../../use-part.ts";

/** Findings beside what they are about, each with its best fix as a button. */
export function Notes({ id, findings }: { readonly id?: string; readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="ep-notes" {...(id === undefined ? {} : { id })}>
      {findings.map((finding) => (
        <Note key={`${finding.code} ${finding.message}`} finding={finding} />
      ))}
    </ul>
  );
}

function Note({ finding }: { readonly finding: Finding }) {
  const { editor, readOnly } = useSurroundings();
  const run = useRun();
  const offered = usePart("lists", (state) => state.offeredLists);
  const apply = ({ opens, command }: QuickFix) => {
    if (opens === undefined) return void run(command);
    editor.select(selectionOf([opens.nodeId]));
    wantPlace(editor, placeText(opens.property));
  };
  const fix = useMemo(() => quickFixes(editor.state.document, finding, newId, offered)[0], [editor, finding, offered]);
  return (
    <li className={finding.level === "error" ? "ep-note is-error" : "ep-note"}>
      <Icon name={finding.level === "error" ? "error" : "warning"} size={14} />
      <span>
        <span className="sr">{finding.level === "error" ? "Error: " : "Warning: "}</span>
        {finding.message}
        {fix !== undefined && !readOnly && (
          <button type="button" className="ep-note-fix" onClick={() => apply(fix)}>
            {fix.label}
          </button>
        )}
      </span>
    </li>
  );
}
