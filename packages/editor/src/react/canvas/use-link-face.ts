import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Editor } from "../../session/editor.ts";
import { linkCaption } from "../../summary/captions.ts";

/** All that a link shows except where it lies. */
export interface LinkFace {
  readonly source: string;
  readonly target: string;
  readonly text: string;
  readonly isConditional: boolean;
  readonly isOtherwise: boolean;
  readonly isSelected: boolean;
}

export function useLinkFace(editor: Editor, id: string): LinkFace | undefined {
  const read = useMemo(() => faceReader(editor, id), [editor, id]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [editor.watchPart(`link ${id}`, listener), editor.watchPart("fields", listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    [editor, id],
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
    };
    const isSame =
      last?.source === next.source &&
      last.target === next.target &&
      last.text === next.text &&
      last.isConditional === next.isConditional &&
      last.isOtherwise === next.isOtherwise &&
      last.isSelected === next.isSelected;
    if (!isSame) last = next;
    return last;
  };
}

/** Calls `lay` now and whenever the link or one of its nodes changed. Gives the function that ends it. */
export function followLink(editor: Editor, id: string, source: string, target: string, lay: () => void): () => void {
  lay();
  const ends = [editor.watchPart(`link ${id}`, lay), editor.watchPart(`node ${source}`, lay), editor.watchPart(`node ${target}`, lay)];
  return () => {
    for (const end of ends) end();
  };
}
