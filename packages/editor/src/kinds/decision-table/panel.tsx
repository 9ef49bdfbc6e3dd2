import { hitPolicies, hitPolicyLabel, type DecisionTableNode } from "@airlock/flow";
import { lazy, Suspense, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { changeNode } from "../../commands/change-node.ts";
import { tableRun } from "../../decision-table/table-run.ts";
import { counted } from "../../document/titles.ts";
import { Choice } from "../../react/panels/controls/choice.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { useFields } from "../../react/panels/use-fields.ts";
import { useRun } from "../../react/panels/use-run.ts";
import type { PanelProps } from "../panel.ts";

// Most flows have no table, and the grid is not small.
const TableSheet = lazy(() => import("../../react/panels/decision-table/table-sheet.tsx"));

export function DecisionTablePanel({ node, findings, values }: PanelProps<DecisionTableNode>) {
  const run = useRun();
  const [isOpen, setOpen] = useState(false);
  const { document } = useFields();
  const lastRun = useMemo(() => tableRun(document, node, values), [document, node, values]);
  return (
    <>
      <Choice
        label="Hit policy"
        value={node.hitPolicy}
        choose={(hitPolicy) => run(changeNode(node.id, "DecisionTable", { hitPolicy: asPolicy(hitPolicy) }))}
      >
        {hitPolicies.map((policy) => (
          <option key={policy} value={policy}>
            {hitPolicyLabel[policy]}
          </option>
        ))}
      </Choice>
      <p className="ep-help">
        {counted(node.tableRows.length, "row")}, {counted(node.inputColumns.length, "input column")},{" "}
        {counted(node.outputColumns.length, "output column")}
      </p>
      <button type="button" className="ep-text-button" data-place="tableRows" onClick={() => setOpen(true)}>
        Open table
      </button>
      <Notes findings={findings.filter(({ property }) => property !== undefined).slice(0, 10)} />
      {isOpen &&
        createPortal(
          <Suspense fallback={null}>
            <TableSheet node={node} findings={findings} run={lastRun} close={() => setOpen(false)} />
          </Suspense>,
          window.document.body,
        )}
    </>
  );
}

function asPolicy(text: string): DecisionTableNode["hitPolicy"] {
  return hitPolicies.find((policy) => policy === text) ?? "first";
}
