const chunkSize = 32;

export interface TableChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/**
 * An immutable ordered list of items with ids. Changing one of 2,000 items copies its chunk of 32 and the list of chunks; everything else
 * is shared with the previous table. Adding, removing and moving copy the list.
 */
export class Table<Item> {
  readonly #idOf: (item: Item) => string;
  readonly #chunks: readonly (readonly Item[])[];
  /** Shared by all tables with the same items in the same order. */
  readonly #places: ReadonlyMap<string, number>;
  #array: readonly Item[] | undefined;

  private constructor(idOf: (item: Item) => string, chunks: readonly (readonly Item[])[], places: ReadonlyMap<string, number>) {
    this.#idOf = idOf;
    this.#chunks = chunks;
    this.#places = places;
  }

  static of<Item>(items: readonly Item[], idOf: (item: Item) => string): Table<Item> {
    const chunks: (readonly Item[])[] = [];
    for (let from = 0; from < items.length; from += chunkSize) chunks.push(items.slice(from, from + chunkSize));
    return new Table(idOf, chunks, new Map(items.map((item, place) => [idOf(item), place])));
  }

  get size(): number {
    return this.#places.size;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  get(id: string): Item | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.at(place);
  }

  at(place: number): Item | undefined {
    return this.#chunks[Math.floor(place / chunkSize)]?.[place % chunkSize];
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** All items, in order; always the same array. */
  toArray(): readonly Item[] {
    this.#array ??= this.#chunks.flat();
    return this.#array;
  }

  /** The table with items of the same ids replaced; items that are not in the table are ignored. */
  replace(items: readonly Item[]): Table<Item> {
    const copies = new Map<number, Item[]>();
    for (const item of items) {
      const place = this.#places.get(this.#idOf(item));
      if (place === undefined || this.at(place) === item) continue;
      const index = Math.floor(place / chunkSize);
      const copy = copies.get(index) ?? [...(this.#chunks[index] ?? [])];
      copy[place % chunkSize] = item;
      copies.set(index, copy);
    }
    if (copies.size === 0) return this;
    const chunks = [...this.#chunks];
    for (const [index, copy] of copies) chunks[index] = copy;
    return new Table(this.#idOf, chunks, this.#places);
  }

  /** Inserts items at an index, by default at the end. */
  insert(items: readonly Item[], place: number = this.size): Table<Item> {
    return items.length === 0 ? this : Table.of(this.toArray().toSpliced(place, 0, ...items), this.#idOf);
  }

  remove(ids: ReadonlySet<string>): Table<Item> {
    const left = this.toArray().filter((item) => !ids.has(this.#idOf(item)));
    return left.length === this.size ? this : Table.of(left, this.#idOf);
  }

  /** The changes since an earlier table: found by comparing chunks, not items, if both have the same items. */
  changesSince(before: Table<Item>): TableChanges {
    if (before === this) return noChanges;
    if (before.#places !== this.#places) return this.#compare(before);
    const changed: string[] = [];
    for (const [index, chunk] of this.#chunks.entries()) {
      const old = before.#chunks[index];
      if (chunk === old) continue;
      for (const [place, item] of chunk.entries()) if (item !== old?.[place]) changed.push(this.#idOf(item));
    }
    return { added: [], removed: [], changed };
  }

  /** Whether both have items with the same ids in the same order. */
  hasSameOrder(other: Table<Item>): boolean {
    if (other.#places === this.#places) return true;
    if (other.size !== this.size) return false;
    for (const [id, place] of this.#places) if (other.#places.get(id) !== place) return false;
    return true;
  }

  #compare(before: Table<Item>): TableChanges {
    const added: string[] = [];
    const changed: string[] = [];
    for (const [id, place] of this.#places) {
      const old = before.get(id);
      if (old === undefined) added.push(id);
      else if (old !== this.at(place)) changed.push(id);
    }
    const removed = [...before.#places.keys()].filter((id) => !this.#places.has(id));
    return { added, removed, changed };
  }
}

const noChanges: TableChanges = { added: [], removed: [], changed: [] };
