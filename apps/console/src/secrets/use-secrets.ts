import type { Resource, SecretCreate, SecretFields, SecretUpdate } from "@airlock/contract";
import { useMessages } from "../messages/use-messages.ts";
import { useClient } from "../session/use-session.ts";
import { useRecords } from "../table/use-records.ts";

export type Secret = Resource<SecretFields>;

export const secretLists = ["secrets"] as const;

export function useSecretActions() {
  const client = useClient();
  const messages = useMessages();
  const { doing } = useRecords(secretLists);
  return {
    create: (href: string, body: SecretCreate) =>
      doing(async () => {
        const made = await client.request<Secret>("POST", href, { body });
        messages.success(`Secret ${body.name} entered`);
        return made;
      }),
    change: (href: string, body: SecretUpdate) =>
      doing(async () => {
        const changed = await client.request<Secret>("PUT", href, { body });
        messages.success(`Secret ${changed._embedded.name} changed`);
        return changed;
      }),
  };
}
