import { counted } from "../ui/format/numbers.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { deletable, deletedText, namesOf } from "../parts/list-page/deletable.ts";
import type { Deletion } from "../parts/list-page/use-deletion.ts";
import type { Group } from "./use-groups.ts";

/** A group without members grants nothing, so it is deleted with undo instead of a confirmation. */
export function canUndo(groups: readonly Group[]): boolean {
  return deletable("group.delete", groups).length === groups.length && groups.every((group) => group._embedded.members === 0);
}

interface DeleteGroupsProps {
  /** The groups to delete; empty while the dialog is closed. */
  readonly groups: readonly Group[];
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

export function DeleteGroups({ groups, deletion, onDone }: DeleteGroupsProps) {
  const going = groups.filter((group) => deletable("group.delete", [group]).length > 0);
  const members = going.reduce((sum, group) => sum + group._embedded.members, 0);
  return (
    <ConfirmDialog
      open={groups.length > 0}
      title={going.length > 1 ? `Delete ${counted(going.length, "group")}?` : "Delete group?"}
      verb="Delete"
      onConfirm={() => {
        void deletion.atOnce(deletable("group.delete", going), deletedText(going, { one: "group", many: "groups" }));
        onDone();
      }}
      onCancel={onDone}
    >
      <p>Are you sure you want to delete {namesOf(going)}?</p>
      <p>
        {members === 1 ? "1 member loses" : `${counted(members, "member")} lose`} the roles that{" "}
        {going.length === 1 ? "it gives" : "they give"}, within seconds. The users themselves stay.
      </p>
    </ConfirmDialog>
  );
}
