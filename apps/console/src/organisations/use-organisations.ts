import type { Holdings, OrganisationFields, Resource } from "@airlock/contract";
import { useMessages } from "../messages/use-messages.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";
import { useRecords } from "../table/use-records.ts";

export type Organisation = Resource<OrganisationFields>;

/** The lists that a change of an organisation may be seen in. */
export const organisationLists = ["organisations", "users"] as const;

export const keyOf = (organisation: Organisation) => organisation._embedded.webSafeString;
export const nameOf = (organisation: Organisation) => organisation._embedded.name;

/** An organisation that someone wants gone, with what would go with it. */
export interface Doomed {
  readonly organisation: Organisation;
  readonly holdings: Holdings;
}

export function useOrganisationActions() {
  const client = useClient();
  const messages = useMessages();
  const { doing, saver } = useRecords(organisationLists);
  return {
    saver,
    add: (href: string) =>
      doing(async () => {
        const made = await client.request<Organisation>("POST", href, { body: { name: "New Organisation" } });
        messages.success("Organisation added");
        return made;
      }),
    /** What each of them holds; undefined when that could not be found out. */
    weigh: (organisations: readonly Organisation[]) =>
      doing(() =>
        Promise.all(
          organisations.map(async (organisation): Promise<Doomed> => {
            const answer = await client.request<Resource<Holdings>>("GET", linkFor(organisation, "holdings", "GET") ?? "");
            return { organisation, holdings: answer._embedded };
          }),
        ),
      ),
  };
}
