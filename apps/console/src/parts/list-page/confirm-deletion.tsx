import type { ActionWith } from "@airlock/contract";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { counted, type Noun } from "../../ui/format/numbers.ts";
import { deletable, deletedText } from "./deletable.ts";
import type { Named } from "./row-names.ts";
import type { Deletion } from "./use-deletion.ts";

interface ConfirmDeletionProps {
  /** Those to delete; the dialog is open while there are any. */
  readonly rows: readonly Named[];
  readonly noun: Noun;
  readonly action: ActionWith<"DELETE">;
  readonly deletion: Pick<Deletion, "atOnce">;
  readonly onClose: () => void;
  /** What goes with the rows. */
  readonly children: ReactNode;
}

/** The question before rows are deleted for good. */
export function ConfirmDeletion({ rows, noun, action, deletion, onClose, children }: ConfirmDeletionProps) {
  return (
    <ConfirmDialog
      open={rows.length > 0}
      title={rows.length > 1 ? `Delete ${counted(rows.length, noun.one, noun.many)}?` : `Delete ${noun.one}?`}
      verb="Delete"
      onConfirm={() => {
        void deletion.atOnce(deletable(action, rows), deletedText(rows, noun));
        onClose();
      }}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
