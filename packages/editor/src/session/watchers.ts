import { changesBetween } from "../document/document-changes.ts";
import type { TableChanges } from "../document/table.ts";
import { toggled, type Selection } from "../selection/selection.ts";
import type { EditorState } from "./editor-state.ts";

export type Watched =
  | `node ${string}`
  | `link ${string}`
  | "links"
  | "fields"
  | "lists"
  | "testData"
  | "comments"
  | "testCases"
  | "mocks"
  | "reasonTexts"
  | "selection"
  | "zoom"
  | "history";

/** Listeners by part. The cost of notifying depends on the number of changes, not of listeners. */
export class Watchers {
  readonly #listeners = new Map<string, Set<() => void>>();

  add(part: Watched | undefined, listener: () => void): () => void {
    const key = part ?? "";
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners);
    // The same function may watch twice, and each registration is ended separately.
    const own = () => listener();
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  tell(before: EditorState, after: EditorState): void {
    if (after.document !== before.document) {
      const changes = changesBetween(before.document, after.document);
      this.#tellTable("node", changes.nodes);
      this.#tellTable("link", changes.links);
      // Also when only their order changed.
      if (after.document.links !== before.document.links) this.#call("links");
      if (changes.applicationFields || changes.runtimeFields || changes.subFlows) this.#call("fields");
      if (changes.lists) this.#call("lists");
      if (changes.testData) this.#call("testData");
      if (changes.comments) this.#call("comments");
      if (changes.testCases) this.#call("testCases");
      if (changes.mocks) this.#call("mocks");
      if (changes.reasonTexts) this.#call("reasonTexts");
    }
    if (after.offeredLists !== before.offeredLists) this.#call("lists");
    if (after.selection !== before.selection) this.#tellSelection(before.selection, after.selection);
    if (after.zoom !== before.zoom) this.#call("zoom");
    if (after.history !== before.history || after.saved !== before.saved) this.#call("history");
    this.#call("");
  }

  /** A node looks different when selected, so watchers of nodes that were or became selected are notified too. */
  #tellSelection(before: Selection, after: Selection): void {
    const { nodes, links } = toggled(before, after);
    for (const id of nodes) this.#call(`node ${id}`);
    for (const id of links) this.#call(`link ${id}`);
    this.#call("selection");
  }

  #tellTable(what: "node" | "link", { added, removed, changed }: TableChanges): void {
    for (const ids of [added, removed, changed]) for (const id of ids) this.#call(`${what} ${id}`);
  }

  #call(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}
