import { ApiProblem } from "../api/api-problem.ts";
import { fullName } from "../ui/format/initials.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import type { SaveOutcome } from "../parts/list-page/column.ts";
import { splitName } from "./user-name.ts";
import { isSystemAccount, useUserActions } from "./use-users.ts";
import type { User } from "./use-users.ts";

/** A user's name is one cell but two fields, so a conflict is about both at once. */
export function useNameSaver(): (user: User) => ((text: string) => Promise<SaveOutcome>) | undefined {
  const client = useClient();
  const messages = useMessages();
  const { refresh } = useUserActions();
  return (user) => {
    const put = linkFor(user, "self", "PUT");
    const get = linkFor(user, "self", "GET");
    if (put === undefined) return undefined;
    const save = async (text: string, from: User): Promise<SaveOutcome> => {
      const { firstName, name, revision } = from._embedded;
      const parts = isSystemAccount(from) ? { name: text } : splitName(text, { firstName, name });
      if (parts === undefined) return "failed";
      try {
        await client.put("user.update", put, { body: { ...parts, revision } });
        await refresh();
        return "saved";
      } catch (error) {
        if (error instanceof ApiProblem && error.code === "EDIT_CONFLICT" && get !== undefined) return conflict(text, from, get);
        tellProblem(messages, error);
        return "failed";
      }
    };
    const conflict = async (text: string, from: User, at: string): Promise<SaveOutcome> => {
      try {
        const now = await client.get("user.read", at);
        const theirs = fullName(now._embedded.firstName, now._embedded.name);
        // Another field was changed: the two changes do not touch each other.
        if (theirs === fullName(from._embedded.firstName, from._embedded.name)) return await save(text, now);
        void refresh();
        return theirs === text ? "saved" : { theirs, overwrite: (mine) => save(mine, now) };
      } catch (error) {
        tellProblem(messages, error);
        return "failed";
      }
    };
    return (text) => save(text, user);
  };
}
