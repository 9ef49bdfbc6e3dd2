import { nodeBox, type Point } from "../../../document/bounds.ts";
import type { CanvasView } from "../canvas-view.ts";
import { inPlace, outPlace } from "../link-path.ts";

/** Where a menu opens that was requested by a key: at the selection. */
export function placeOfSelection(view: CanvasView): Point {
  const { document, selection } = view.editor.state;
  const [nodeId] = selection.nodes;
  const node = nodeId === undefined ? undefined : document.nodes.get(nodeId);
  if (node !== undefined) {
    const box = nodeBox(node);
    return view.toWindow({ x: box.right + 12, y: box.top });
  }
  const [linkId] = selection.links;
  const link = linkId === undefined ? undefined : document.links.get(linkId);
  const source = link && document.nodes.get(link.source);
  const target = link && document.nodes.get(link.target);
  if (source !== undefined && target !== undefined) {
    const [from, to] = [outPlace(source), inPlace(target)];
    return view.toWindow({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  }
  return view.toWindow(view.centre);
}
