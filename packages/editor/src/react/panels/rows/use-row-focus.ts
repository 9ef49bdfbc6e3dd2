import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

type Wanted = { readonly row: number; readonly control: number | "last" } | "add";

interface RowFocus {
  readonly ref: RefObject<HTMLElement | null>;
  /** Puts the focus there as soon as it is drawn. */
  readonly focus: (wanted: Wanted | undefined) => void;
  /** Which control of its row has the focus. */
  readonly controlOf: (target: EventTarget) => number;
}

/** The joining operator before a row, and its findings, are not part of the row itself. */
const controls = ":is(select:not(:disabled), input, textarea, button, [contenteditable='true']):not(.ep-join *, .ep-notes *)";

export function controlsIn(row: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(controls)];
}

/** Manages the focus when rows are added, removed and moved, so that it is never lost. */
export function useRowFocus(): RowFocus {
  const ref = useRef<HTMLElement>(null);
  const wanted = useRef<Wanted>(undefined);
  // Without dependencies: the requested row is rendered in the same batch, so it may be there after any render.
  useLayoutEffect(() => {
    const place = wanted.current;
    const section = ref.current;
    if (place === undefined || section === null) return;
    wanted.current = undefined;
    if (place === "add") return section.querySelector<HTMLElement>("[data-add]")?.focus();
    const row = rowIn(section, place.row);
    const all = row === null ? [] : controlsIn(row);
    const target = place.control === "last" ? all.at(-1) : all[place.control];
    target?.focus();
    if (target instanceof HTMLInputElement) target.select();
  });
  return {
    ref,
    focus: (place) => {
      wanted.current = place;
    },
    controlOf: (target) => {
      const row = target instanceof Element ? target.closest("[data-row]") : null;
      return row === null ? -1 : controlsIn(row).findIndex((one) => one === target);
    },
  };
}

export function rowIn(section: HTMLElement, row: number): HTMLElement | null {
  return section.querySelector<HTMLElement>(`[data-row="${row}"]`);
}
