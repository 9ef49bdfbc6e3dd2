import type { Finding } from "@airlock/flow";
import { useMemo, useState } from "react";
import { newId } from "../../../document/new-id.ts";
import { counted } from "../../../document/titles.ts";
import { planFixAll, quickFixes, type FixPlan } from "../../../quick-fixes/quick-fixes.ts";
import { useSurroundings } from "../../editor-context.ts";
import "../panels.css";
import { useRun } from "../use-run.ts";
import { usePart } from "../../use-part.ts";
import { summaryText } from "./finding-count.ts";
import { FixAllDialog } from "./fix-all-dialog.tsx";

/** The number of findings, and a button for all fixes that need no decision. Shown beside the tab of Solution messages. */
export function MessagesSummary({ findings }: { readonly findings: readonly Finding[] }) {
  const { editor, readOnly, tell } = useSurroundings();
  const run = useRun();
  const offered = usePart("lists", (state) => state.offeredLists);
  const [plan, setPlan] = useState<FixPlan>();
  const canFix = useMemo(
    () => !readOnly && findings.some((finding) => quickFixes(editor.state.document, finding, newId, offered).some((fix) => fix.safe)),
    [editor, readOnly, findings, offered],
  );
  const apply = ({ fixes, command }: FixPlan) => {
    setPlan(undefined);
    const refusal = run(command);
    if (refusal !== undefined) return tell({ level: "info", message: refusal.reason });
    const after = editor.state.document;
    const undo = () => {
      if (editor.state.document === after) editor.undo();
      else tell({ level: "info", message: "The solution has changed since. Use Undo in the editor." });
    };
    tell({ level: "success", message: `${counted(fixes.length, "change")} made`, action: { label: "Undo", run: undo } });
  };
  if (findings.length === 0) return null;
  return (
    <span className="ep-summary">
      <output>{summaryText(findings)}</output>
      {!readOnly && (
        <button
          type="button"
          className="ep-text-button"
          aria-disabled={!canFix}
          title={canFix ? "Show what can be fixed without changing a decision" : "Each of these needs a decision of yours"}
          onClick={() => canFix && setPlan(planFixAll(editor.state.document, newId, offered))}
        >
          Fix all...
        </button>
      )}
      {plan !== undefined && <FixAllDialog plan={plan} apply={() => apply(plan)} close={() => setPlan(undefined)} />}
    </span>
  );
}
