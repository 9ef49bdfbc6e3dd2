import { validate, type Definition, type Finding } from "@airlock/flow";
import { definitionOf, type FlowDocument } from "../../document/flow-document.ts";
import type { Editor } from "../../session/editor.ts";
import { BackgroundValidator, isForBackground } from "../../validation/background-validator.ts";

/** Debounce time before the whole definition is validated again. */
export const restMillis = 250;

/** Findings of the edited document: those of the validator, or of another function. */
export class LiveFindings {
  readonly #editor: Editor;
  readonly #find: (definition: Definition) => readonly Finding[];
  readonly #background: BackgroundValidator;
  readonly #listeners = new Set<() => void>();
  #findings: readonly Finding[] = [];
  #checked: FlowDocument | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwatch: (() => void) | undefined;

  constructor(
    editor: Editor,
    find: (definition: Definition) => readonly Finding[] = validate,
    background: BackgroundValidator = new BackgroundValidator(),
  ) {
    this.#editor = editor;
    this.#find = find;
    this.#background = background;
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#unwatch === undefined) {
      this.#unwatch = this.#editor.watch(() => this.#await(restMillis));
      this.#await(0);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unwatch?.();
      this.#unwatch = undefined;
      clearTimeout(this.#timer);
      this.#background.close();
      this.#checked = undefined;
    };
  }

  #await(millis: number): void {
    if (this.#editor.state.document === this.#checked) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), millis);
  }

  #check(): void {
    const { document, transaction } = this.#editor.state;
    // Not during a drag: messages would change with every move.
    if (transaction !== undefined) return this.#await(restMillis);
    if (document === this.#checked) return;
    this.#checked = document;
    const definition = definitionOf(document);
    // Hundreds of thousands of cells take longer than a frame, which would block the page.
    if (this.#find === validate && isForBackground(definition)) {
      return this.#background.validate(definition, (findings) => this.#become(findings));
    }
    this.#background.close();
    this.#become(this.#find(definition));
  }

  #become(findings: readonly Finding[]): void {
    if (JSON.stringify(findings) === JSON.stringify(this.#findings)) return;
    this.#findings = findings;
    for (const listener of this.#listeners) listener();
  }
}
