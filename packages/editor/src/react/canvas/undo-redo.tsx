import { useSurroundings } from "../editor-context.ts";
import { Icon } from "../icon.tsx";
import { keysHere } from "../keys-here.ts";
import { usePart } from "../use-part.ts";

/** The two arrows of the top bar, each saying what it would do. */
export function UndoRedo() {
  const { editor, readOnly } = useSurroundings();
  usePart("history", (state) => state.history);
  const { undoName, redoName } = editor;
  if (readOnly) return null;
  return (
    <>
      <Step label="Undo" keys="Ctrl+Z" icon="undo" name={undoName} onPress={() => editor.undo()} />
      <Step label="Redo" keys="Ctrl+Y" icon="redo" name={redoName} onPress={() => editor.redo()} />
    </>
  );
}

interface StepProps {
  readonly label: string;
  readonly keys: string;
  readonly icon: "undo" | "redo";
  readonly name: string | undefined;
  readonly onPress: () => void;
}

function Step({ label, keys, icon, name, onPress }: StepProps) {
  const shownKeys = keysHere(keys);
  const title = name === undefined ? `${label} (${shownKeys})` : `${label}: ${name} (${shownKeys})`;
  return (
    <button
      type="button"
      className="cv-iconbutton is-large"
      aria-label={`${label} (${shownKeys})`}
      title={title}
      disabled={name === undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
