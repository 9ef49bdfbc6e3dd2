import { kinds, type Branches, type NodeKind } from "@airlock/flow";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { modeShown } from "../../document/fork.ts";
import type { Editor } from "../../session/editor.ts";
import { nodeCaption } from "../../summary/captions.ts";

/** Everything that a node shows except its position. */
export interface NodeFace {
  readonly kind: NodeKind;
  readonly title: string;
  readonly line: string;
  readonly typeLabel: string;
  readonly colour: string;
  readonly isSelected: boolean;
  /** How it branches, where that makes a difference. */
  readonly branches: Branches | undefined;
}

/** A node that only moved keeps its face, so that a drag renders nothing: positions are set on the element directly. */
export function useNodeFace(editor: Editor, id: string): NodeFace | undefined {
  const read = useMemo(() => faceReader(editor, id), [editor, id]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = (["fields", "links", `node ${id}`] as const).map((part) => editor.watchPart(part, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [editor, id],
  );
  return useSyncExternalStore(subscribe, read);
}

function faceReader(editor: Editor, id: string): () => NodeFace | undefined {
  let last: NodeFace | undefined;
  return () => {
    const { document, selection } = editor.state;
    const node = document.nodes.get(id);
    if (node === undefined) return undefined;
    const { title, line } = nodeCaption(document, node);
    const isSelected = selection.nodes.has(id);
    const branches = modeShown(document, id);
    const isSame =
      last !== undefined &&
      last.title === title &&
      last.line === line &&
      last.colour === node.color &&
      last.isSelected === isSelected &&
      last.branches === branches;
    if (!isSame || last === undefined)
      last = { kind: node.type, title, line, typeLabel: kinds[node.type].typeLabel, colour: node.color, isSelected, branches };
    return last;
  };
}
