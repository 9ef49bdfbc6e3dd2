import type { DashboardItem } from "@airlock/contract";

/** Changes that a closed window may have failed to save: the dashboard that it started with, and the changed one. */
export interface Unsaved {
  readonly base: readonly DashboardItem[];
  readonly mine: readonly DashboardItem[];
}

const nameOf = (userWss: string) => `airlock.dashboard.${userWss}`;

function isItem(value: unknown): value is DashboardItem {
  if (typeof value !== "object" || value === null || !("config" in value) || !("i" in value)) return false;
  const numbers = ["x", "y", "w", "h"].every((name) => Number.isInteger(Reflect.get(value, name)));
  return numbers && typeof value.i === "string" && typeof value.config === "object" && value.config !== null && "key" in value.config;
}

/** Reads and removes it: from then on this window has to save it. */
export function takeUnsaved(userWss: string, storage: Storage = localStorage): Unsaved | undefined {
  const text = storage.getItem(nameOf(userWss));
  storage.removeItem(nameOf(userWss));
  try {
    const { base, mine } = JSON.parse(text ?? "") as { readonly base: unknown; readonly mine: unknown };
    if (!Array.isArray(base) || !Array.isArray(mine) || ![...base, ...mine].every(isItem)) return undefined;
    return { base: base.filter(isItem), mine: mine.filter(isItem) };
  } catch {
    return undefined;
  }
}

export function keepUnsaved(userWss: string, unsaved: Unsaved, storage: Storage = localStorage): void {
  storage.setItem(nameOf(userWss), JSON.stringify(unsaved));
}

export function dropUnsaved(userWss: string, storage: Storage = localStorage): void {
  storage.removeItem(nameOf(userWss));
}
