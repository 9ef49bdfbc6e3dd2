import type { AnswerOf, KeyFields, Resource } from "@airlock/contract";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { useResource } from "../../api/use-resource.ts";
import { leftToForm } from "../../parts/forms/use-form.ts";
import type { User } from "../use-users.ts";

export type Key = Resource<KeyFields>;
/** The only response that contains the secret. Only the open dialog keeps it. */
export type CreatedKey = AnswerOf<"user.keys.create">;

/** Polled, because the last use of a key changes while the dialog is open. */
const liveMillis = 10_000;
const changes = ["user.keys.list"] as const;

export function useKeys(user: User) {
  const messages = useMessages();
  const list = useResource("user.keys.list", { href: linkFor(user, "keys", "GET"), refetchInterval: liveMillis });
  const create = useAction("user.keys.create", user, { changes, onError: leftToForm });
  const revoke = useAction("user.key.revoke", undefined, { changes });
  return {
    list,
    create: create.mutateAsync,
    revoke: (key: Key) => revoke.mutate({ on: key }, { onSuccess: () => void messages.success(`${key._embedded.name} is revoked`) }),
  };
}
