import type { ClipboardEvent } from "react";
import type { ClipboardActions } from "./clipboard-actions.ts";
import { isField } from "./is-field.ts";

interface Handlers {
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/** The browser's copy, cut and paste events, on the diagram and on the list view; inside a field they belong to the field. */
export function clipboardHandlers(clipboard: ClipboardActions, mayEdit: boolean): Handlers {
  const take =
    (isAllowed: boolean, act: (data: DataTransfer) => void) =>
    (event: ClipboardEvent): void => {
      if (!isAllowed || isField(event.target)) return;
      event.preventDefault();
      act(event.clipboardData);
    };
  return {
    onCopy: take(true, (data) => clipboard.onCopy(data, false)),
    onCut: take(mayEdit, (data) => clipboard.onCopy(data, true)),
    onPaste: take(mayEdit, (data) => clipboard.onPaste(data)),
  };
}
