import { namedChoice, useChoiceSearch, type ChoiceList } from "./use-choice-search.ts";

const organisations: ChoiceList<"organisations.list"> = {
  action: "organisations.list",
  rel: "organisations",
  one: "organisation",
  many: "organisations",
  page: { limit: 50, sort: "name" },
  choiceOf: namedChoice,
};

/** Finds organisations by name. */
export const useOrganisationSearch = () => useChoiceSearch(organisations);
