import type { Finding } from "@airlock/flow";
import { useMemo } from "react";
import { newId } from "../../../document/new-id.ts";
import { counted } from "../../../document/titles.ts";
import { fixAll, quickFixes } from "../../../quick-fixes/quick-fixes.ts";
import { useSurroundings } from "../../editor-context.ts";
import "../panels.css";
import { useRun } from "../use-run.ts";

/** How many findings there are, and a way to mend all that need no question. Stands beside the tab of Solution messages. */
export function MessagesSummary({ findings }: { readonly findings: readonly Finding[] }) {
  const { editor, readOnly, tell } = useSurroundings();
  const run = useRun();
  const canFix = useMemo(
    () => !readOnly && findings.some((finding) => quickFixes(editor.state.document, finding, newId).some((fix) => fix.safe)),
    [editor, readOnly, findings],
  );
  if (findings.length === 0) return null;
  const errors = findings.filter((finding) => finding.level === "error").length;
  const parts = [errors > 0 ? counted(errors, "error") : "", findings.length > errors ? counted(findings.length - errors, "warning") : ""];
  return (
    <span className="ep-summary">
      <output>{parts.filter((part) => part !== "").join(", ")}</output>
      {!readOnly && (
        <button
          type="button"
          className="ep-text-button"
          aria-disabled={!canFix}
          title={canFix ? "Mend what needs no question, as one step" : "None of these can be mended without a question"}
          onClick={() => {
            if (!canFix) return;
            const refusal = run(fixAll(newId));
            if (refusal !== undefined) tell({ level: "info", message: refusal.reason });
          }}
        >
          Fix all
        </button>
      )}
    </span>
  );
}
