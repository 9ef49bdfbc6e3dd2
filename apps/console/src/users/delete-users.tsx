import { counted } from "../ui/format/numbers.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { linkFor } from "../api/session/permissions.ts";
import { deletable, deletedText, namesOf } from "../parts/list-page/deletable.ts";
import type { Deletion } from "../parts/list-page/use-deletion.ts";
import { isSystemAccount, nameOf } from "./use-users.ts";
import type { User } from "./use-users.ts";

const names = (users: readonly User[]) => namesOf(users, nameOf);

interface DeleteUsersProps {
  /** The users to delete; empty while the dialog is closed. */
  readonly users: readonly User[];
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

/** Always requires a confirmation: an invitation was sent, the user signs in, or a caller uses a key. */
export function DeleteUsers({ users, deletion, onDone }: DeleteUsersProps) {
  const going = users.filter((user) => linkFor(user, "self", "DELETE") !== undefined);
  const staying = users.filter((user) => !going.includes(user));
  const people = going.filter((user) => !isSystemAccount(user)).length;
  const callers = going.length - people;
  const run = () => {
    void deletion.atOnce(deletable("user.delete", going), deletedText(going, { one: "user", many: "users" }, nameOf));
    onDone();
  };
  return (
    <ConfirmDialog
      open={users.length > 0}
      title={going.length > 1 ? `Delete ${counted(going.length, "user")}?` : callers === 1 ? "Delete system account?" : "Delete user?"}
      {...(going.length === 0 ? {} : { verb: "Delete", onConfirm: run })}
      onCancel={onDone}
    >
      {going.length > 0 && <p>Are you sure you want to delete {names(going)}?</p>}
      {people > 0 && <p>{people === 1 ? "The user can no longer sign in" : "The users can no longer sign in"}; what they made stays.</p>}
      {callers > 0 && (
        <p>{callers === 1 ? "The account's keys are" : "The accounts' keys are"} revoked: calls with them are refused within 5 seconds.</p>
      )}
      {staying.length > 0 && <p>{names(staying)} cannot be deleted with your permissions.</p>}
    </ConfirmDialog>
  );
}
