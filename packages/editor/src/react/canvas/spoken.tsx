import { useEffect } from "react";
import { kinds } from "@airlock/flow";
import { linkTitle, nodeTitle } from "../../document/titles.ts";
import { selectionTitle } from "../../selection/selection-title.ts";
import { linkCaption } from "../../summary/captions.ts";
import { nodeSentence } from "../../summary/node-sentence.ts";
import type { EditorState } from "../../session/editor-state.ts";
import { useSurroundings } from "../editor-context.ts";
import { useCanvas } from "./canvas-context.ts";
import { useCell } from "./cell.ts";

/** Live region for screen readers: what was selected, what was undone, why something was refused. */
export function Spoken() {
  const { editor } = useSurroundings();
  const { view } = useCanvas();
  const announcement = useCell(view.announcement);
  const hint = useCell(view.hint);
  useEffect(() => editor.watchPart("selection", () => view.announcement.set(spokenSelection(editor.state))), [editor, view]);
  return (
    <output className="cv-hidden" aria-live="polite">
      {hint === "" ? announcement : hint}
    </output>
  );
}

function spokenSelection({ document, selection }: EditorState): string {
  const [nodeId] = selection.nodes;
  const [linkId] = selection.links;
  if (selection.nodes.size + selection.links.size !== 1) return selectionTitle(document, selection);
  const node = nodeId === undefined ? undefined : document.nodes.get(nodeId);
  if (node !== undefined) return `${nodeTitle(node)}, ${kinds[node.type].typeLabel}. ${nodeSentence(document, node)}`;
  const link = linkId === undefined ? undefined : document.links.get(linkId);
  if (link === undefined) return "";
  const { text, isOtherwise } = linkCaption(document, link);
  const title = linkTitle(document, link);
  if (text === "") return `Link from ${title}, always.`;
  return isOtherwise ? `Link from ${title}, otherwise.` : `Link from ${title}, when ${text}.`;
}
