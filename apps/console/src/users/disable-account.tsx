import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { useKeys } from "./keys/use-keys.ts";
import type { Key } from "./keys/use-keys.ts";
import { nameOf } from "./use-users.ts";
import type { User } from "./use-users.ts";

interface DisableAccountProps {
  readonly account: User;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The confirmation before a system account is disabled, because all of its callers are refused immediately. */
export function DisableAccount({ account, onConfirm, onCancel }: DisableAccountProps) {
  const keys = useKeys(account).list.data?.items;
  return (
    <ConfirmDialog open title="Disable system account?" verb="Disable" onConfirm={onConfirm} onCancel={onCancel}>
      <p>Calls with the keys of {nameOf(account)} are refused at once, until you enable it again.</p>
      {keys !== undefined && <p>{lastUseText(keys)}</p>}
    </ConfirmDialog>
  );
}

export function lastUseText(keys: readonly Pick<Key, "_embedded">[]): string {
  const uses = keys.flatMap(({ _embedded: { lastUsedDate } }) => (lastUsedDate === null ? [] : [lastUsedDate]));
  const last = uses.toSorted().at(-1);
  if (keys.length === 0) return "It has no keys.";
  return last === undefined ? "Its keys have not been used yet." : `Its keys were last used at ${shortDate(last)}.`;
}
