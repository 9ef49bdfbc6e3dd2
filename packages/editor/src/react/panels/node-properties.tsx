import { kinds, type Finding, type FlowNode } from "@airlock/flow";
import { useMemo } from "react";
import { renameNode, recolourNodes } from "../../commands/change-node.ts";
import { nodeTitle } from "../../document/titles.ts";
import { whyNotCopy, whyNotDelete } from "../../rules/node-rules.ts";
import { selectionOf } from "../../selection/selection.ts";
import type { ValuesAt } from "../../trace/values-at.ts";
import { useSurroundings } from "../editor-context.ts";
import { usePart } from "../use-part.ts";
import { ColourField } from "./controls/colour-field.tsx";
import { Notes } from "./controls/notes.tsx";
import { TextField } from "./controls/text-field.tsx";
import { findingsOf } from "./findings-of.ts";
import { KindPanel } from "./kind-panel.tsx";
import { LinkList } from "./link-list.tsx";
import { PanelHead } from "./panel-head.tsx";
import { useRun } from "./use-run.ts";

interface NodePropertiesProps {
  readonly id: string;
  readonly findings: readonly Finding[];
  readonly values: ValuesAt | undefined;
}

export function NodeProperties({ id, findings, values }: NodePropertiesProps) {
  const node = usePart(`node ${id}`, (state) => state.document.nodes.get(id));
  const own = useMemo(() => findingsOf(findings, { node: id }), [findings, id]);
  return node === undefined ? null : <Node node={node} findings={own} values={values} />;
}

interface NodeProps {
  readonly node: FlowNode;
  readonly findings: readonly Finding[];
  readonly values: ValuesAt | undefined;
}

function Node({ node, findings, values }: NodeProps) {
  const { editor } = useSurroundings();
  const run = useRun();
  const { document } = editor.state;
  const selection = useMemo(() => selectionOf([node.id]), [node.id]);
  const general = findings.filter((finding) => finding.property === undefined);
  return (
    <>
      <PanelHead
        icon={node.type}
        colour={node.color}
        kind={kinds[node.type].typeLabel}
        title={nodeTitle(node)}
        selection={selection}
        undeletable={whyNotDelete(document, node)?.reason}
        canCopy={whyNotCopy(node) === undefined}
      />
      <div className={isUntouched(node) ? "ep-form is-untouched" : "ep-form"}>
        {node.type !== "Start" && (
          <div className="ep-pair">
            <TextField
              label="Name"
              place="label"
              value={node.label}
              isDefault={node.label === kinds[node.type].defaultLabel}
              change={(label) => run(renameNode(node.id, label))}
            />
            <ColourField value={node.color} change={(colour) => run(recolourNodes([node.id], colour))} />
          </div>
        )}
        <Notes findings={general} />
        <KindPanel node={node} findings={findings} values={values?.({ node: node.id })} />
        <LinkList node={node.id} values={values?.({ linkFrom: node.id })} />
      </div>
    </>
  );
}

/** Whether nothing was entered yet of what the kind has beside the name. */
function isUntouched(node: FlowNode): boolean {
  return Object.entries(kinds[node.type].defaultProperties()).every(
    ([property, value]) => JSON.stringify(Reflect.get(node, property)) === JSON.stringify(value),
  );
}
