import { shownFormula, shownReferences, storedFormula, typedProblems } from "@airlock/flow";
import { EditorState } from "@codemirror/state";
import { EditorView, placeholder } from "@codemirror/view";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { definitionOf } from "../../../document/flow-document.ts";
import { listsInReach } from "../../../document/settle-lists.ts";
import { completeFormula } from "../../../formula/complete-formula.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Hint } from "../controls/hint.tsx";
import { formulaExtensions } from "./formula-extensions.ts";

interface FormulaFieldProps {
  readonly label: string;
  /** As it is stored, with the keys of fields. */
  readonly value: string;
  /** Called at every keystroke with the text as it is stored; returns the reason if it is refused. */
  readonly change: (stored: string) => Refusal | undefined;
  readonly invalid: boolean;
  readonly place: string;
}

/**
 * A formula as text with the names of fields. While it is being typed it stays as it was typed; what changes it from outside, such as an undo or a
 * renamed field, replaces it.
 */
export default function FormulaField({ label, value, change, invalid, place }: FormulaFieldProps) {
  const { editor, readOnly } = useSurroundings();
  const [refusal, setRefusal] = useState<Refusal>();
  const hintId = useId();
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // The stored form of what the field shows.
  const shownValue = useRef(value);
  const changed = useEffectEvent(change);

  useEffect(() => {
    if (box.current === null) return undefined;
    const datasets = () => definitionOf(editor.state.document);
    const lists = () => listsInReach(editor.state.document, editor.state.offeredLists);
    const made = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: shown(editor, shownValue.current),
        extensions: [
          formulaExtensions({
            complete: (text, caret) => completeFormula(editor.state.document, text, caret, lists()),
            problems: (text) => (text.trim() === "" ? [] : typedProblems(text, { ...datasets(), lists: lists() })),
            datasetOf: (name) => {
              const { applicationDatasetFields, runtimeDatasetFields } = datasets();
              if (applicationDatasetFields.some((field) => field.name === name)) return "application";
              return runtimeDatasetFields.some((field) => field.name === name) ? "runtime" : undefined;
            },
          }),
          placeholder("income * 0.3"),
          EditorState.readOnly.of(readOnly),
          EditorView.editable.of(!readOnly),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((one) => one.isUserEvent("replace.outside"))) return;
            const stored = storedFormula(state.doc.toString(), datasets());
            const why = changed(stored);
            if (why === undefined) shownValue.current = stored;
            setRefusal(why);
          }),
          EditorView.domEventHandlers({ blur: () => editor.settle() }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [editor, readOnly]);

  useEffect(() => {
    const made = view.current;
    if (made === undefined || shownValue.current === value) return;
    shownValue.current = value;
    setRefusal(undefined);
    made.dispatch({
      changes: { from: 0, to: made.state.doc.length, insert: shown(editor, value) },
      userEvent: "replace.outside",
    });
  }, [editor, value]);

  useEffect(() => {
    const content = view.current?.contentDOM;
    content?.setAttribute("aria-label", label);
    content?.setAttribute("aria-invalid", String(invalid || refusal !== undefined));
    content?.setAttribute("aria-describedby", hintId);
    content?.setAttribute("data-place", place);
  });

  return (
    <div className="ep-field-box">
      <div ref={box} className={invalid || refusal !== undefined ? "ep-formula is-wrong" : "ep-formula"} />
      <Hint id={hintId} refusal={refusal} />
    </div>
  );
}

function shown(editor: ReturnType<typeof useSurroundings>["editor"], stored: string): string {
  return shownFormula(stored, shownReferences(definitionOf(editor.state.document))).text;
}
