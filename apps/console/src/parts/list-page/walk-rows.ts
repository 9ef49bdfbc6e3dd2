import type { KeyboardEvent } from "react";

const controls = "button:not([disabled]), a[href], input:not([disabled])";

/**
 * Arrow keys in a table: up and down to the same control of the next row, left and right along the row, Home and End to its ends. Tab keeps its usual
 * behaviour. Text fields keep their keys.
 */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target;
  if (!(from instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (from instanceof HTMLSelectElement || (from instanceof HTMLInputElement && from.type !== "checkbox")) return;
  const row = from.closest("tr");
  // Only rows of this table: what opens under a row has keys of its own.
  if (!row || row.parentElement !== event.currentTarget || row.classList.contains("table-sub")) return;
  const to = target(event.key, from, row);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function target(key: string, from: HTMLElement, row: HTMLTableRowElement): HTMLElement | undefined {
  const here = [...row.querySelectorAll<HTMLElement>(controls)];
  const place = here.indexOf(from);
  switch (key) {
    case "ArrowLeft":
      return here[place - 1];
    case "ArrowRight":
      return here[place + 1];
    case "Home":
      return here[0];
    case "End":
      return here.at(-1);
    case "ArrowUp":
    case "ArrowDown": {
      const cell = from.closest("td");
      const inCell = [...(cell?.querySelectorAll<HTMLElement>(controls) ?? [])].indexOf(from);
      let next = beside(row, key);
      // A row may lack the control: a protected one has no pencil.
      while (next) {
        const there = next.cells[cell?.cellIndex ?? 0]?.querySelectorAll<HTMLElement>(controls);
        const found = there?.[Math.min(inCell, there.length - 1)];
        if (found) return found;
        next = beside(next, key);
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

function beside(row: HTMLTableRowElement, key: string): HTMLTableRowElement | undefined {
  const next = key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
  if (!(next instanceof HTMLTableRowElement)) return undefined;
  return next.classList.contains("table-sub") || next.classList.contains("table-group") ? beside(next, key) : next;
}
