import { counted } from "../ui/format/numbers.ts";
import { ConfirmDeletion } from "../parts/list-page/confirm-deletion.tsx";
import { deletable, namesOf } from "../parts/list-page/deletable.ts";
import type { Deletion } from "../parts/list-page/use-deletion.ts";
import type { Role } from "./use-roles.ts";

/** A role without users grants nothing, so it is deleted with undo instead of a confirmation. */
export function canUndo(roles: readonly Role[]): boolean {
  return deletable("role.delete", roles).length === roles.length && roles.every((role) => role._embedded.users === 0);
}

interface DeleteRolesProps {
  /** The roles to delete; empty while the dialog is closed. */
  readonly roles: readonly Role[];
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

/** Requires a confirmation, because users lose the permissions of the roles immediately. */
export function DeleteRoles({ roles, deletion, onDone }: DeleteRolesProps) {
  const going = roles.filter((role) => deletable("role.delete", [role]).length > 0);
  const users = going.reduce((sum, role) => sum + role._embedded.users, 0);
  return (
    <ConfirmDeletion rows={going} noun={{ one: "role", many: "roles" }} action="role.delete" deletion={deletion} onClose={onDone}>
      <p>Are you sure you want to delete {namesOf(going)}?</p>
      <p>
        {users === 1 ? "1 user holds" : `${counted(users, "user")} hold`} {going.length === 1 ? "it" : "them"} and can no longer do what{" "}
        {going.length === 1 ? "it allows" : "they allow"}, within seconds.
      </p>
    </ConfirmDeletion>
  );
}
