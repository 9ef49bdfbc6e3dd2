import { fullName } from "../../ui/format/initials.ts";
import { useChoiceSearch, type ChoiceList } from "./use-choice-search.ts";

const users: ChoiceList<"users.list"> = {
  action: "users.list",
  rel: "users",
  one: "user",
  many: "users",
  page: { limit: 20 },
  choiceOf: ({ webSafeString, firstName, name, emailAddress }) => ({
    value: webSafeString,
    label: fullName(firstName, name),
    note: emailAddress,
  }),
};

/** Finds users by name or email address. */
export const useUserSearch = () => useChoiceSearch(users);
