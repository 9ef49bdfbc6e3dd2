/** A set of small non-negative integers with fast union and intersection: nodes or fields by index. */
export class BitSet {
  readonly words: Uint32Array;

  constructor(size: number) {
    this.words = new Uint32Array((size + 31) >>> 5);
  }

  has(place: number): boolean {
    return ((this.words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
  }

  add(place: number): void {
    const word = place >>> 5;
    if (word < this.words.length) this.words[word] = (this.words[word] ?? 0) | (1 << (place & 31));
  }

  remove(place: number): void {
    const word = place >>> 5;
    if (word < this.words.length) this.words[word] = (this.words[word] ?? 0) & ~(1 << (place & 31));
  }

  /** Whether the two have an element in common. */
  meets(other: BitSet): boolean {
    for (let word = 0; word < this.words.length; word += 1) if (((this.words[word] ?? 0) & (other.words[word] ?? 0)) !== 0) return true;
    return false;
  }

  /** Whether it contains every element of the other. */
  covers(other: BitSet): boolean {
    for (let word = 0; word < this.words.length; word += 1) if (((other.words[word] ?? 0) & ~(this.words[word] ?? 0)) !== 0) return false;
    return true;
  }

  /** The number of elements. */
  get count(): number {
    let count = 0;
    for (const word of this.words) {
      let bits = word - ((word >>> 1) & 0x55555555);
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      count += (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
    }
    return count;
  }

  copy(): BitSet {
    const copy = new BitSet(this.words.length << 5);
    copy.words.set(this.words);
    return copy;
  }

  unite(other: BitSet): void {
    for (let word = 0; word < this.words.length; word += 1) this.words[word] = (this.words[word] ?? 0) | (other.words[word] ?? 0);
  }

  intersect(other: BitSet): void {
    for (let word = 0; word < this.words.length; word += 1) this.words[word] = (this.words[word] ?? 0) & (other.words[word] ?? 0);
  }

  subtract(other: BitSet): void {
    for (let word = 0; word < this.words.length; word += 1) this.words[word] = (this.words[word] ?? 0) & ~(other.words[word] ?? 0);
  }

  *places(): Generator<number> {
    for (let word = 0; word < this.words.length; word += 1) {
      for (let bits = this.words[word] ?? 0; bits !== 0; bits &= bits - 1) yield (word << 5) + (31 - Math.clz32(bits & -bits));
    }
  }
}
