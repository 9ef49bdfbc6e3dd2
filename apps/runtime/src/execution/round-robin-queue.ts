/**
 * A queue that takes entries from each owner in turn: however many entries one owner has, the next entry of another waits for no more than one entry
 * of each owner. Entries of one owner keep their order.
 */
export class RoundRobinQueue<T> {
  readonly #ownerOf: (entry: T) => string;
  /** In the order of the rotation. Owners without entries are not in it. */
  readonly #lines = new Map<string, Line<T>>();
  #size = 0;

  constructor(ownerOf: (entry: T) => string) {
    this.#ownerOf = ownerOf;
  }

  get size(): number {
    return this.#size;
  }

  push(entry: T): void {
    const owner = this.#ownerOf(entry);
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, { front: [entry], first: 0, back: [] });
    else line.back.push(entry);
    this.#size += 1;
  }

  /** Takes entries while `fits` returns true for the next one. */
  take(fits: (entry: T) => boolean): T[] {
    const taken: T[] = [];
    for (;;) {
      // Maps iterate in insertion order, so deleting and setting an owner moves it to the end.
      const [next] = this.#lines;
      if (next === undefined) return taken;
      const [owner, line] = next;
      const entry = line.front[line.first];
      if (entry === undefined || !fits(entry)) return taken;
      taken.push(entry);
      this.#size -= 1;
      line.front[line.first] = undefined;
      line.first += 1;
      if (line.first === line.front.length) {
        line.front = line.back;
        line.first = 0;
        line.back = [];
      }
      if (line.front.length === 0) this.#lines.delete(owner);
      else if (this.#lines.size > 1) {
        this.#lines.delete(owner);
        this.#lines.set(owner, line);
      }
    }
  }
}

/** Two arrays, so that an owner who always has entries waiting does not keep in memory those that were taken, and none has to be moved. */
interface Line<T> {
  /** From index `first`; those before were taken. Never empty. */
  front: (T | undefined)[];
  first: number;
  /** Entries after those of `front`, which they replace when all of it was taken. */
  back: T[];
}
