import { counted } from "../../ui/format/numbers.ts";
import { useChoiceSearch, type ChoiceList } from "./use-choice-search.ts";

const page = { limit: 50, sort: "name" };

const solutions: ChoiceList<"solutions.list"> = {
  action: "solutions.list",
  rel: "solutions",
  one: "solution",
  many: "solutions",
  page,
  choiceOf: ({ webSafeString, name, validRuntime }) => ({
    value: webSafeString,
    label: name,
    note: validRuntime ? "Valid" : "Not valid",
  }),
};

const datasources: ChoiceList<"datasources.list"> = {
  action: "datasources.list",
  rel: "datasources",
  one: "datasource",
  many: "datasources",
  page,
  choiceOf: ({ webSafeString, name, recordCount, status }) => ({
    value: webSafeString,
    label: name,
    note: status === "ready" ? (recordCount === null ? "Not counted" : counted(recordCount, "record")) : status,
  }),
};

export const useSolutionSearch = () => useChoiceSearch(solutions);
export const useDatasourceSearch = () => useChoiceSearch(datasources);
