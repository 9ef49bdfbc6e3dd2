import type { Resource, UserFields } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { fullName } from "../ui/format/initials.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { useClient } from "../api/session/use-session.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";

export type User = Resource<UserFields>;

/** The lists that a change of a user may be seen in. */
export const userLists = ["users", "groups", "members", "roles"] as const;

export const nameOf = (user: User) => fullName(user._embedded.firstName, user._embedded.name);
export const isSystemAccount = (user: User) => user._embedded.type === "System account";

/** The actions on a user in its row. Each reports its success or failure, and invalidates the lists. */
export function useUserActions() {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const { doing } = useRecords(userLists);
  return {
    refresh: () => Promise.all(userLists.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
    disable: (href: string, user: User) =>
      doing(async () => {
        await client.put("user.update", href, { body: { userStatus: "disabled", revision: user._embedded.revision } });
        messages.success(`${nameOf(user)} is disabled`);
      }),
    enable: (href: string, user: User) =>
      doing(async () => {
        await client.put("user.update", href, { body: { userStatus: "active", revision: user._embedded.revision } });
        messages.success(`${nameOf(user)} is enabled`);
      }),
    resendInvite: (href: string, user: User) =>
      doing(async () => {
        await client.post("user.reinvite", href);
        messages.success(`A new invitation is on its way to ${user._embedded.emailAddress}`);
      }),
  };
}
