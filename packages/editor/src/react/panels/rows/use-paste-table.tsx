import { useState } from "react";
import type { ClipboardEvent, ReactNode } from "react";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { isElsewhere } from "../is-elsewhere.ts";
import { PasteTableDialog } from "./paste-table-dialog.tsx";

interface PasteTable {
  readonly button: ReactNode;
  readonly dialog: ReactNode;
  /** A table pasted over a row is taken as a table, not as the text of one cell. */
  readonly onPaste: (event: ClipboardEvent) => void;
}

export function usePasteTable(node: string, list: "ranges" | "values"): PasteTable {
  const { readOnly } = useSurroundings();
  const [text, setText] = useState<string>();
  return {
    button: (
      <button type="button" className="ep-text-button" onClick={() => setText("")}>
        <Icon name="table" size={14} />
        Paste table
      </button>
    ),
    dialog:
      text === undefined ? null : (
        <PasteTableDialog node={node} list={list} text={text} change={setText} close={() => setText(undefined)} />
      ),
    onPaste: (event) => {
      const pasted = event.clipboardData.getData("text/plain");
      if (readOnly || isElsewhere(event) || !/[\t\n]./.test(pasted.trim())) return;
      event.preventDefault();
      setText(pasted);
    },
  };
}
