import type { FlowNode } from "@airlock/flow";
import { clipboardText, readClipboard } from "../../clipboard/clipboard-text.ts";
import { copySelection } from "../../clipboard/copy-selection.ts";
import { clipboardFailure, messages, type ClipboardMessage } from "../../clipboard/messages.ts";
import { countPaste, pasteOffset, type PasteCounter } from "../../clipboard/paste-counter.ts";
import { deleteSelection } from "../../commands/delete-selection.ts";
import { paste, pasteShift } from "../../commands/paste.ts";
import { boxAround, type Point } from "../../document/bounds.ts";
import type { FlowDocument } from "../../document/flow-document.ts";
import { newId } from "../../document/new-id.ts";
import { counted } from "../../document/titles.ts";
import { refusal } from "../../rules/refusal.ts";
import { selectionOf } from "../../selection/selection.ts";
import type { Editor } from "../../session/editor.ts";
import type { Notice } from "../editor-context.ts";
import type { CanvasView } from "./canvas-view.ts";
import { undoAction } from "./undo-action.ts";
import { holds } from "./visible-parts.ts";

interface ClipboardNeeds {
  readonly view: CanvasView;
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

  /** The copyable part of the selection as text; undefined, with a message, if there is none. */
  #text(): string | undefined {
    const { editor, tell, solution } = this.#needs;
    const { document, selection } = editor.state;
    const content = copySelection(document, selection, solution);
    if (content.nodes.length > 0) return clipboardText(content);
    const why = refusal(selection.nodes.size > 0 ? "START_NOT_COPIED" : "NOTHING_SELECTED");
    tell({ level: "info", message: why.reason });
    return undefined;
  }

  /** From the browser's own copy and cut events, which need no permission. */
  onCopy(data: DataTransfer, isCut: boolean): void {
    const text = this.#text();
    if (text === undefined) return;
    data.setData("text/plain", text);
    this.#copied(isCut);
  }

  onPaste(data: DataTransfer): void {
    this.#paste(data.getData("text/plain"));
  }

  /** From a menu, where the browser may refuse permission. */
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

  /** With a point of the window, the copies land there. */
  async paste(at?: Point): Promise<void> {
    try {
      this.#paste(await navigator.clipboard.readText(), at);
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

  #paste(text: string, pointer?: Point): void {
    const { view, editor, tell, solution } = this.#needs;
    const read = readClipboard(text);
    if (!read.ok) {
      this.#tell(read.message);
      return;
    }
    const counter = countPaste(this.#counter, text);
    const { document: before } = editor.state;
    const at = pointer === undefined ? this.#landing(read.content.nodes, counter.count) : view.toDiagram(pointer);
    const executed = editor.execute(paste({ content: read.content, count: counter.count, at, solution, newId }));
    if (executed.ok) {
      this.#counter = counter;
      tell({ level: "success", message: pastedMessage(before, executed.document), action: undoAction(editor, tell) });
    } else {
      const { title, text: message } = messages.unableToPaste(executed.refusal.reason);
      tell({ level: "error", message: title ?? "", description: message });
    }
  }

  /** The centre of the viewport, if the copies would otherwise be out of view. */
  #landing(nodes: readonly FlowNode[], count: number): Point | undefined {
    const { view } = this.#needs;
    const around = boxAround(nodes);
    if (around === undefined || view.size.get().width === 0) return undefined;
    const { x, y } = pasteShift(nodes, count);
    const landed = { left: around.left + x, right: around.right + x, top: around.top + y, bottom: around.bottom + y };
    if (holds(view.seen, landed)) return undefined;
    const { centre } = view;
    const further = pasteOffset * (count - 1);
    return { x: centre.x + further, y: centre.y + further };
  }

  #tell({ level, title, text }: ClipboardMessage): void {
    this.#needs.tell(title === undefined ? { level, message: text } : { level, message: title, description: text });
  }
}

/** "3 nodes pasted, 6 fields added". */
function pastedMessage(before: FlowDocument, after: FlowDocument): string {
  const fieldCount = ({ applicationFields, runtimeFields }: FlowDocument): number => applicationFields.length + runtimeFields.length;
  const fields = fieldCount(after) - fieldCount(before);
  const pasted = `${counted(after.nodes.size - before.nodes.size, "node")} pasted`;
  return fields === 0 ? pasted : `${pasted}, ${counted(fields, "field")} added`;
}
