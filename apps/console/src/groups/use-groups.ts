import type { GroupFields, Resource } from "@airlock/contract";
import { useMessages } from "../ui/messages/use-messages.ts";
import { useClient } from "../api/session/use-session.ts";
import type { AddedFields } from "../parts/list-page/add-dialog.tsx";
import { useRecords } from "../parts/list-page/editing/use-records.ts";

export type Group = Resource<GroupFields>;

/** The lists that a change of a group may be seen in: members hold its roles. */
export const groupLists = ["groups", "group-members", "roles", "users"] as const;

export function useGroupActions() {
  const client = useClient();
  const messages = useMessages();
  const { sending, saver } = useRecords(groupLists);
  return {
    saver,
    add: (href: string, fields: AddedFields) =>
      sending(async () => {
        await client.post("groups.create", href, { body: fields });
        messages.success("Group added");
      }),
  };
}
