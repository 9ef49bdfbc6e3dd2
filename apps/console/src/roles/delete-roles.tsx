import { counted } from "../ui/format/numbers.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { deletable, deletedText, namesOf } from "../parts/list-page/deletable.ts";
import type { Deletion } from "../parts/list-page/use-deletion.ts";
import type { Role } from "./use-roles.ts";

/** A role that nobody holds has done nothing yet, so its deletion can be taken back instead of being asked about. */
export function canUndo(roles: readonly Role[]): boolean {
  return deletable("role.delete", roles).length === roles.length && roles.every((role) => role._embedded.users === 0);
}

interface DeleteRolesProps {
  /** Those that someone asked to delete; none while nobody asks. */
  readonly roles: readonly Role[];
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

/** Asks first, because people lose what the roles allow at once. */
export function DeleteRoles({ roles, deletion, onDone }: DeleteRolesProps) {
  const going = roles.filter((role) => deletable("role.delete", [role]).length > 0);
  const users = going.reduce((sum, role) => sum + role._embedded.users, 0);
  return (
    <ConfirmDialog
      open={roles.length > 0}
      title={going.length > 1 ? `Delete ${counted(going.length, "role")}?` : "Delete role?"}
      verb="Delete"
      onConfirm={() => {
        void deletion.atOnce(deletable("role.delete", going), deletedText(going, "role"));
        onDone();
      }}
      onCancel={onDone}
    >
      <p>Are you sure you want to delete {namesOf(going)}?</p>
      <p>
        {users === 1 ? "1 user holds" : `${counted(users, "user")} hold`} {going.length === 1 ? "it" : "them"} and can no longer do what{" "}
        {going.length === 1 ? "it allows" : "they allow"}, within seconds.
      </p>
    </ConfirmDialog>
  );
}
