import type { MouseEvent } from "react";

const controls = "a, button, input, label, [role=button], [role=menuitem]";

/** Whether a click in a row is meant for the row: not for a control in it, and not the end of selecting text. */
export function isRowClick(event: Pick<MouseEvent, "target" | "defaultPrevented">): boolean {
  if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest(controls) !== null) return false;
  return window.getSelection()?.isCollapsed !== false;
}

/** The classes of a row: selected, opened, and whether a click opens it. */
export function rowClass(isSelected: boolean, key: string, opening: { readonly key: string | undefined } | undefined): string {
  const classes = [isSelected && "is-selected", opening !== undefined && "can-open", opening?.key === key && "is-current"];
  return classes.filter((name) => name !== false).join(" ");
}
