import { findFunction, tokenize, type FormulaProblem } from "@airlock/flow";
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { standardKeymap } from "@codemirror/commands";
import { EditorState, type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, keymap, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import type { FormulaCompletion, FormulaOption } from "../../../formula/complete-formula.ts";

export interface FormulaLanguage {
  readonly complete: (text: string, caret: number) => FormulaCompletion | undefined;
  readonly problems: (text: string) => readonly FormulaProblem[];
  /** The dataset of a name that is written without one. */
  readonly datasetOf: (name: string) => "application" | "runtime" | undefined;
}

/** Colours, underlined mistakes and completion. Undo is the editor's own, so that it follows the order of all edits. */
export function formulaExtensions(language: FormulaLanguage): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return [
    nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    colours(language),
    typedOverSelection,
    closeBrackets(),
    autocompletion({
      override: [(context) => completionsAt(context, language)],
      icons: false,
      // The arrow keys move through further ones. A scrolling list would need a focus of its own.
      maxRenderedOptions: 8,
      // Tab right after the list opened must accept, not leave the field.
      interactionDelay: 0,
      addToOptions: [{ render: ({ type = "" }) => kindMark(type), position: 10 }],
    }),
    keymap.of([{ key: "Tab", run: acceptCompletion }, ...completionKeymap, ...standardKeymap]),
    EditorState.tabSize.of(2),
  ];
}

/** The browser would add an inline style to text that is typed over coloured text, which the content security policy refuses. */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event;
    // Brackets and quotes are placed around the selection.
    if (inputType !== "insertText" || data === null || view.state.selection.main.empty || /^["([]$/.test(data)) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

const kindMarks: Readonly<Record<string, string>> = { application: "a", runtime: "r", function: "f", list: "l", column: "c" };

function kindMark(kind: string): Node {
  const mark = document.createElement("span");
  mark.className = `ep-formula-kind is-${kind}`;
  mark.textContent = kindMarks[kind] ?? "";
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

function completionsAt({ state, pos, explicit }: CompletionContext, language: FormulaLanguage): CompletionResult | null {
  const found = language.complete(state.doc.toString(), pos);
  // Without a letter the list opens only on request.
  if (found === undefined || found.options.length === 0 || (found.from === pos && !explicit)) return null;
  return {
    from: found.from,
    to: found.to,
    filter: false,
    // An open list follows each letter at once. Without this it is disabled for the debounce of 100 ms, in which Tab leaves the field.
    update: (_current, _from, _to, context) => completionsAt(context, language),
    options: found.options.map(({ kind, label, text, type, help }: FormulaOption) => ({
      label,
      apply: text,
      type: kind,
      detail: type,
      info: help,
    })),
  };
}

function colours(language: FormulaLanguage): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorate(view.state.doc.toString(), language);
      }

      update({ docChanged, state }: ViewUpdate): void {
        if (docChanged) this.decorations = decorate(state.doc.toString(), language);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

const keywords: ReadonlySet<string> = new Set(["and", "or", "not", "true", "false"]);

function decorate(text: string, { problems, datasetOf }: FormulaLanguage): DecorationSet {
  const marks: Range<Decoration>[] = [];
  const mark = (name: string, from: number, to: number): void => {
    if (from < to) marks.push(Decoration.mark({ class: name }).range(from, to));
  };
  for (const token of tokenize(text).tokens) {
    const kind = classOf(token, datasetOf);
    if (kind !== undefined) mark(`ep-formula-${kind}`, token.from, token.to);
  }
  // A mistake at the end of the text has no character: the last one is marked.
  for (const { from, to } of problems(text))
    mark("ep-formula-problem", Math.min(from, text.length - 1), Math.max(to, Math.min(from, text.length - 1) + 1));
  return Decoration.set(marks, true);
}

type Token = ReturnType<typeof tokenize>["tokens"][number];

function classOf(token: Token, datasetOf: FormulaLanguage["datasetOf"]): string | undefined {
  switch (token.kind) {
    case "number":
    case "text":
      return token.kind;
    case "field":
      return token.source === "Application" ? "application" : "runtime";
    case "name":
      return datasetOf(token.text);
    case "word":
      if (keywords.has(token.text.toLowerCase())) return "keyword";
      return datasetOf(token.text) ?? (findFunction(token.text) === undefined ? undefined : "function");
    case "symbol":
    case "end":
      return undefined;
  }
}
