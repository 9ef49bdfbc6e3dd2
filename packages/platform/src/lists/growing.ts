/** An append-only buffer of unknown final size, doubled when it is full. */
export class GrowingBytes {
  length = 0;
  #bytes = new Uint8Array(64 * 1024);

  append(more: Uint8Array): void {
    if (this.length + more.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more.length));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.#bytes.set(more, this.length);
    this.length += more.length;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

export class GrowingNumbers<Numbers extends Uint32Array | Float64Array> {
  length = 0;
  #numbers: Numbers;
  readonly #make: (length: number) => Numbers;

  constructor(make: (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = make(1_024);
  }

  append(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = this.#make(this.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length] = number;
    this.length += 1;
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#numbers.buffer, this.#numbers.byteOffset, this.length * this.#numbers.BYTES_PER_ELEMENT);
  }
}
