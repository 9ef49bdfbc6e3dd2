import type { Resource, SecretCreate, SecretFields, SecretUpdate } from "@airlock/contract";
import { useMessages } from "../ui/messages/use-messages.ts";
import { useClient } from "../api/session/use-session.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";

export type Secret = Resource<SecretFields>;

export const secretLists = ["secrets"] as const;

export function useSecretActions() {
  const client = useClient();
  const messages = useMessages();
  const { sending } = useRecords(secretLists);
  return {
    create: (href: string, body: SecretCreate) =>
      sending(async () => {
        const made = await client.post("secrets.create", href, { body });
        messages.success(`Secret ${body.name} saved`);
        return made;
      }),
    change: (href: string, body: SecretUpdate) =>
      sending(async () => {
        const changed = await client.put("secret.update", href, { body });
        messages.success(`Secret ${changed._embedded.name} changed`);
        return changed;
      }),
  };
}
