import { deleteSelection } from "../../commands/delete-selection.ts";
import { deleteQuestion } from "../../selection/selection-title.ts";
import type { Selection } from "../../selection/selection.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useSurroundings } from "../editor-context.ts";

interface DeleteDialogProps {
  readonly selection: Selection;
  readonly onClose: () => void;
}

/** 'Delete node?' before anything is deleted by the Delete key, the menu or the panel. */
export function DeleteDialog({ selection, onClose }: DeleteDialogProps) {
  const { editor, tell } = useSurroundings();
  const { title, text } = deleteQuestion(editor.state.document, selection);
  const confirm = (): void => {
    onClose();
    const executed = editor.execute(deleteSelection(selection));
    if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
  };
  return (
    <ConfirmDialog open title={title} verb="Delete" onConfirm={confirm} onCancel={onClose}>
      {text}
    </ConfirmDialog>
  );
}
