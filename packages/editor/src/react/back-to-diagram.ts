import type { KeyboardEvent } from "react";
import { intentOf } from "../keys/key-map.ts";

/** Escape in a panel, if nothing in it is open or half typed, returns the focus to the diagram. */
export function backToDiagram(event: KeyboardEvent): void {
  if (event.defaultPrevented || intentOf(event, true) !== "release") return;
  const diagram = document.querySelector<HTMLElement>("[role=application][aria-roledescription=diagram]");
  if (diagram === null) return;
  event.preventDefault();
  diagram.focus({ preventScroll: true });
}
