import { useMemo } from "react";
import { withQuery, type ListAction, type ListedBy } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { Choice, ChoiceSearch } from "../list-page/column.ts";

export interface ChoiceList<Name extends ListAction> {
  readonly action: Name;
  /** The link of the profile. */
  readonly rel: string;
  readonly one: string;
  readonly many: string;
  /** How many choices of the list, and in which order. */
  readonly page: { readonly limit: number; readonly sort?: string };
  readonly choiceOf: (fields: ListedBy<Name>) => Choice;
  /** A choice before those of the list. */
  readonly extra?: Choice;
}

/** Finds choices in a list of the API. Undefined for users who may not read the list. `list` must be a constant. */
export function useChoiceSearch<Name extends ListAction>(list: ChoiceList<Name>): ChoiceSearch | undefined {
  const client = useClient();
  const href = linkFor(useProfile(), list.rel, "GET");
  return useMemo(() => {
    if (href === undefined) return undefined;
    const { action, rel, one, many, page, choiceOf, extra } = list;
    return {
      one,
      many,
      name: [rel, href, "choices"],
      find: async (text, signal) => {
        const address = withQuery(href, { ...page, search: text === "" ? undefined : text });
        const { items } = await client.list(action, address, { signal, background: true, waited: true });
        const choices = items.map(({ _embedded }) => choiceOf(_embedded));
        return extra?.label.toLowerCase().includes(text.toLowerCase()) === true ? [extra, ...choices] : choices;
      },
    };
  }, [client, href, list]);
}

/** A choice by its name. */
export const namedChoice = ({ webSafeString, name }: { readonly webSafeString: string; readonly name: string }): Choice => ({
  value: webSafeString,
  label: name,
});
