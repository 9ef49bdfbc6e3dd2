import { useCallback, useMemo, useSyncExternalStore } from "react";
import { orderOf } from "../../document/fork.ts";
import type { Editor } from "../../session/editor.ts";
import { linkCaption } from "../../summary/captions.ts";

/** Everything that a link shows except its position. */
export interface LinkFace {
  readonly source: string;
  readonly target: string;
  readonly text: string;
  readonly isConditional: boolean;
  readonly isOtherwise: boolean;
  readonly isSelected: boolean;
  /** Its position among branches that are checked in order. */
  readonly order: number | undefined;
}

export function useLinkFace(editor: Editor, id: string): LinkFace | undefined {
  const read = useMemo(() => faceReader(editor, id), [editor, id]);
  const source = editor.state.document.links.get(id)?.source ?? "";
  const subscribe = useCallback(
    (listener: () => void) => {
      // Whether the order counts depends on its source.
      const ends = (["fields", "links", `link ${id}`, `node ${source}`] as const).map((part) => editor.watchPart(part, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [editor, id, source],
  );
  return useSyncExternalStore(subscribe, read);
}

function faceReader(editor: Editor, id: string): () => LinkFace | undefined {
  let last: LinkFace | undefined;
  return () => {
    const { document, selection } = editor.state;
    const link = document.links.get(id);
    if (link === undefined) return undefined;
    const next: LinkFace = {
      source: link.source,
      target: link.target,
      ...linkCaption(document, link),
      isSelected: selection.links.has(id),
      order: orderOf(document, link),
    };
    const isSame =
      last?.source === next.source &&
      last.target === next.target &&
      last.text === next.text &&
      last.isConditional === next.isConditional &&
      last.isOtherwise === next.isOtherwise &&
      last.isSelected === next.isSelected &&
      last.order === next.order;
    if (!isSame) last = next;
    return last;
  };
}

/** Calls `lay` now and whenever the link or one of its nodes changed. Returns a function that stops it. */
export function followLink(editor: Editor, id: string, source: string, target: string, lay: () => void): () => void {
  lay();
  const ends = [editor.watchPart(`link ${id}`, lay), editor.watchPart(`node ${source}`, lay), editor.watchPart(`node ${target}`, lay)];
  return () => {
    for (const end of ends) end();
  };
}
