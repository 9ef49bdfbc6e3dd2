import { createContext } from "react";

/** The fields of a page that show a refused text. A page that saves without a form does not do so meanwhile: it would send the value from before. */
export class RefusedFields {
  readonly #inputs = new Set<HTMLInputElement>();

  /** Returns what removes it. */
  add(input: HTMLInputElement): () => void {
    this.#inputs.add(input);
    return () => void this.#inputs.delete(input);
  }

  /** Focuses the first of them. False if there is none. */
  focus(): boolean {
    const [first] = this.#inputs;
    first?.focus();
    return first !== undefined;
  }
}

export const RefusedFieldsContext = createContext<RefusedFields | undefined>(undefined);
