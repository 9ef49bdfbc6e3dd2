import { useState } from "react";
import { clipboardText } from "../../clipboard/clipboard-text.ts";
import { copySelection } from "../../clipboard/copy-selection.ts";
import { clipboardFailure, messages } from "../../clipboard/messages.ts";
import type { Selection } from "../../selection/selection.ts";
import { DeleteDialog } from "../canvas/delete-dialog.tsx";
import { useSurroundings } from "../editor-context.ts";
import type { IconName } from "../icon.tsx";
import { IconButton } from "./controls/icon-button.tsx";
import { Tile } from "./controls/tile.tsx";

interface PanelHeadProps {
  readonly icon: IconName;
  readonly colour?: string;
  /** "Easy Rule" */
  readonly kind: string;
  readonly title: string;
  readonly selection: Selection;
  /** Why it cannot be deleted. */
  readonly undeletable?: string | undefined;
  /** Whether the selection can be copied. */
  readonly canCopy: boolean;
}

/** The title of the selection, with Delete. */
export function PanelHead({ icon, colour, kind, title, selection, undeletable, canCopy }: PanelHeadProps) {
  const { editor, readOnly, tell } = useSurroundings();
  const copy = async () => {
    const text = clipboardText(copySelection(editor.state.document, selection));
    await navigator.clipboard.writeText(text).then(
      () => tell({ level: "success", message: messages.copied.text }),
      (error: unknown) => tell({ level: "error", message: clipboardFailure(error).text }),
    );
  };
  const [isAsking, setAsking] = useState(false);
  return (
    <header className="ep-head">
      <Tile icon={icon} colour={colour} />
      <div className="ep-head-text">
        <p>{kind}</p>
        <h2>{title}</h2>
      </div>
      {canCopy && <IconButton label="Copy" icon="copy" dense={false} press={() => void copy()} />}
      {!readOnly && <IconButton label="Delete" icon="trash" dense={false} reason={undeletable} press={() => setAsking(true)} />}
      {isAsking && <DeleteDialog selection={selection} onClose={() => setAsking(false)} />}
    </header>
  );
}
