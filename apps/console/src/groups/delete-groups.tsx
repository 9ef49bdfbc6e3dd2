import { counted } from "../ui/format/numbers.ts";
import { ConfirmDeletion } from "../parts/list-page/confirm-deletion.tsx";
import { deletable, namesOf } from "../parts/list-page/deletable.ts";
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
    <ConfirmDeletion rows={going} noun={{ one: "group", many: "groups" }} action="group.delete" deletion={deletion} onClose={onDone}>
      <p>Are you sure you want to delete {namesOf(going)}?</p>
      <p>
        {members === 1 ? "1 member loses" : `${counted(members, "member")} lose`} the roles that{" "}
        {going.length === 1 ? "it gives" : "they give"}, within seconds. The users themselves stay.
      </p>
    </ConfirmDeletion>
  );
}
