import { useSyncExternalStore } from "react";

/** One observable value: transient state, never saved. */
export class Cell<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

export function useCell<Value>(cell: Cell<Value>): Value {
  return useSyncExternalStore(cell.watch, cell.get);
}
