import type { GroupFields, Resource } from "@airlock/contract";
import { useMessages } from "../messages/use-messages.ts";
import { useClient } from "../session/use-session.ts";
import { useRecords } from "../table/use-records.ts";

export type Group = Resource<GroupFields>;

/** The lists that a change of a group may be seen in: members hold its roles. */
export const groupLists = ["groups", "group-members", "roles", "users"] as const;

export const keyOf = (group: Group) => group._embedded.webSafeString;
export const nameOf = (group: Group) => group._embedded.name;

export function useGroupActions() {
  const client = useClient();
  const messages = useMessages();
  const { doing, saver } = useRecords(groupLists);
  return {
    saver,
    add: (href: string) =>
      doing(async () => {
        const made = await client.request<Group>("POST", href, { body: { name: "New Group", description: "" } });
        messages.success("Group added");
        return made;
      }),
  };
}
