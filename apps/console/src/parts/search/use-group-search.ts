import { namedChoice, useChoiceSearch, type ChoiceList } from "./use-choice-search.ts";

/** The API's value for no group. */
export const noGroup = { value: "null", label: "No group" };

const groups: ChoiceList<"groups.list"> = {
  action: "groups.list",
  rel: "groups",
  one: "group",
  many: "groups",
  page: { limit: 50, sort: "name" },
  choiceOf: namedChoice,
  extra: noGroup,
};

/** Finds groups by name, plus the choice of no group. */
export const useGroupSearch = () => useChoiceSearch(groups);
