import { counted } from "../ui/format/numbers.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { linkFor } from "../api/session/permissions.ts";
import { deletable, deletedText, namesOf } from "../parts/list-page/deletable.ts";
import type { Deletion } from "../parts/list-page/use-deletion.ts";
import type { Solution } from "../parts/versions/resources.ts";
import type { DeployedVersions } from "./use-solutions.ts";

/** A solution that is known never to have been deployed has no callers, so it is deleted with undo instead of a confirmation. */
export function canUndo(solutions: readonly Solution[], deployed: DeployedVersions | undefined): boolean {
  return (
    deletable("solution.delete", solutions).length === solutions.length &&
    deployed?.isComplete === true &&
    solutions.every((one) => !deployed.bySolution.has(one._embedded.webSafeString))
  );
}

interface DeleteSolutionsProps {
  /** The solutions to delete; empty while the dialog is closed. */
  readonly solutions: readonly Solution[];
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

/** Requires a confirmation that lists what is deleted too. Solutions with a serving version are left alone. */
export function DeleteSolutions({ solutions, deletion, onDone }: DeleteSolutionsProps) {
  const going = solutions.filter((solution) => linkFor(solution, "self", "DELETE") !== undefined);
  const staying = solutions.filter((solution) => !going.includes(solution));
  const run = () => {
    void deletion.atOnce(deletable("solution.delete", going), deletedText(going, { one: "solution", many: "solutions" }));
    onDone();
  };
  return (
    <ConfirmDialog
      open={solutions.length > 0}
      title={going.length > 1 ? `Delete ${counted(going.length, "solution")}?` : "Delete solution?"}
      {...(going.length === 0 ? {} : { verb: "Delete", onConfirm: run })}
      onCancel={onDone}
    >
      {going.length > 0 && (
        <p>
          Are you sure you want to delete {namesOf(going)}? {going.length === 1 ? "Its" : "Their"} versions are deleted, too.
        </p>
      )}
      {staying.length > 0 && (
        <p>
          {namesOf(staying)} {staying.length === 1 ? "stays" : "stay"}: a version is serving. Stop it first.
        </p>
      )}
    </ConfirmDialog>
  );
}
