import type { DashboardItem } from "@airlock/contract";
import { asProblem } from "../api/api-problem.ts";
import { compact } from "./grid/grid.ts";
import { mergeItems, sameItems } from "./merge-items.ts";
import type { Unsaved } from "./unsaved-items.ts";

type Items = readonly DashboardItem[];

export interface KeeperParts {
  readonly saved: Items;
  /** Changes that an earlier window may have failed to save. */
  readonly unsaved: Unsaved | undefined;
  /** Returns what is stored afterwards. Refused with EDIT_CONFLICT when `was` is not what is stored. */
  readonly put: (dashboard: Items, was: Items) => Promise<Items>;
  readonly read: () => Promise<Items>;
  readonly keepUnsaved: (unsaved: Unsaved) => void;
  readonly dropUnsaved: () => void;
}

const maxTries = 3;

/**
 * The dashboard in this window. It is saved when the user leaves it, if it changed. If another window has saved meanwhile, both are merged. Changes
 * that cannot be sent are stored in the browser until the next visit, so that none are lost.
 */
export class DashboardKeeper {
  #parts: KeeperParts;
  /** As stored by the API: the base that a change is sent with. */
  #stored: Items;
  /** The same as it is shown. */
  #base: Items;
  #items: Items;
  #saving: Promise<void> | undefined;
  #listeners = new Set<() => void>();

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#stored = parts.saved;
    this.#base = compact(parts.saved);
    const { unsaved } = parts;
    this.#items = unsaved === undefined ? this.#base : mergeItems(compact(unsaved.base), compact(unsaved.mine), this.#base);
  }

  readonly items = (): Items => this.#items;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get changed(): boolean {
    return !sameItems(this.#items, this.#base);
  }

  readonly change = (items: Items): void => {
    if (sameItems(items, this.#items)) return;
    this.#show(items);
    this.#keep();
  };

  /** Adopts what the API has stored, merged with unsaved changes. */
  readonly hear = (stored: Items): void => {
    if (sameItems(stored, this.#stored)) return;
    const theirs = compact(stored);
    const wasChanged = this.changed;
    const merged = wasChanged ? mergeItems(this.#base, this.#items, theirs) : theirs;
    this.#stored = stored;
    this.#base = theirs;
    this.#show(merged);
    if (wasChanged) this.#keep();
  };

  /** The first request is sent before this returns, because the page may be closed a moment later. */
  readonly save = (): Promise<void> => {
    if (!this.changed) return this.#saving ?? Promise.resolve();
    this.#keep();
    this.#saving ??= this.#send(1).finally(() => (this.#saving = undefined));
    return this.#saving;
  };

  async #send(time: number): Promise<void> {
    const mine = this.#items;
    try {
      this.#settle(mine, await this.#parts.put(mine, this.#stored));
    } catch (error) {
      if (asProblem(error).code !== "EDIT_CONFLICT" || time === maxTries) throw error;
      this.hear(await this.#parts.read());
      return this.#send(time + 1);
    }
    // Something changed during the request.
    return this.changed ? this.#send(1) : this.#parts.dropUnsaved();
  }

  /** At every change, because a window that is killed has no chance to save. */
  #keep(): void {
    if (this.changed) this.#parts.keepUnsaved({ base: this.#base, mine: this.#items });
    else this.#parts.dropUnsaved();
  }

  #settle(mine: Items, stored: Items): void {
    const isStill = sameItems(mine, this.#items);
    this.#stored = stored;
    this.#base = compact(stored);
    if (isStill) this.#show(this.#base);
  }

  #show(items: Items): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
