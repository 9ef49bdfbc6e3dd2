import { clipboardText, readClipboard } from "../../clipboard/clipboard-text.ts";
import { copySelection } from "../../clipboard/copy-selection.ts";
import { clipboardFailure, messages, type ClipboardMessage } from "../../clipboard/messages.ts";
import { countPaste, type PasteCounter } from "../../clipboard/paste-counter.ts";
import { deleteSelection } from "../../commands/delete-selection.ts";
import { paste } from "../../commands/paste.ts";
import { newId } from "../../document/new-id.ts";
import { refusal } from "../../rules/refusal.ts";
import { selectionOf } from "../../selection/selection.ts";
import type { Editor } from "../../session/editor.ts";
import type { Notice } from "../editor-context.ts";

interface ClipboardNeeds {
  readonly editor: Editor;
  readonly tell: (notice: Notice) => void;
  /** The solution that is open: at home a field is itself, elsewhere it is found by name. */
  readonly solution: string;
}

/** Copy, cut and paste with the machine's clipboard, so that it works between windows. */
export class ClipboardActions {
  readonly #needs: ClipboardNeeds;
  #counter: PasteCounter | undefined;

  constructor(needs: ClipboardNeeds) {
    this.#needs = needs;
  }

  /** What of the selection can be copied, as text; undefined, and told, where there is nothing. */
  #text(): string | undefined {
    const { editor, tell, solution } = this.#needs;
    const { document, selection } = editor.state;
    const content = copySelection(document, selection, solution);
    if (content.nodes.length > 0) return clipboardText(content);
    const why = refusal(selection.nodes.size > 0 ? "START_NOT_COPIED" : "NOTHING_SELECTED");
    tell({ level: "info", message: why.reason });
    return undefined;
  }

  /** From the browser's own copy and cut, which ask nobody for leave. */
  onCopy(data: DataTransfer, isCut: boolean): void {
    const text = this.#text();
    if (text === undefined) return;
    data.setData("text/plain", text);
    this.#copied(isCut);
  }

  onPaste(data: DataTransfer): void {
    this.#paste(data.getData("text/plain"));
  }

  /** From a menu, where the browser must be asked. */
  async copy(isCut: boolean): Promise<void> {
    const text = this.#text();
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      this.#copied(isCut);
    } catch (error) {
      this.#tell(clipboardFailure(error));
    }
  }

  async paste(): Promise<void> {
    try {
      this.#paste(await navigator.clipboard.readText());
    } catch (error) {
      this.#tell(clipboardFailure(error));
    }
  }

  #copied(isCut: boolean): void {
    const { editor } = this.#needs;
    this.#counter = undefined;
    if (isCut) editor.execute(deleteSelection(selectionOf(editor.state.selection.nodes)));
    this.#tell(messages.copied);
  }

  #paste(text: string): void {
    const { editor, tell, solution } = this.#needs;
    const read = readClipboard(text);
    if (!read.ok) {
      this.#tell(read.message);
      return;
    }
    const counter = countPaste(this.#counter, text);
    const executed = editor.execute(paste({ content: read.content, count: counter.count, solution, newId }));
    if (executed.ok) this.#counter = counter;
    else {
      const { title, text: message } = messages.unableToPaste(executed.refusal.reason);
      tell({ level: "error", message: title ?? "", description: message });
    }
  }

  #tell({ level, title, text }: ClipboardMessage): void {
    this.#needs.tell(title === undefined ? { level, message: text } : { level, message: title, description: text });
  }
}
