import type { Finding } from "@airlock/flow";
import { useMemo } from "react";
import { newId } from "../../../document/new-id.ts";
import { quickFixes } from "../../../quick-fixes/quick-fixes.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { useRun } from "../use-run.ts";

/** What the validator says, beside the thing, with the best way to mend it as a button. */
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
  const fix = useMemo(() => quickFixes(editor.state.document, finding, newId)[0], [editor, finding]);
  return (
    <li className={finding.level === "error" ? "ep-note is-error" : "ep-note"}>
      <Icon name={finding.level === "error" ? "error" : "warning"} size={14} />
      <span>
        <span className="sr">{finding.level === "error" ? "Error: " : "Warning: "}</span>
        {finding.message}
        {fix !== undefined && !readOnly && (
          <button type="button" className="ep-note-fix" onClick={() => run(fix.command)}>
            {fix.label}
          </button>
        )}
      </span>
    </li>
  );
}
