import type { Holdings, OrganisationFields, Resource } from "@airlock/contract";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";

export type Organisation = Resource<OrganisationFields>;

/** The queries that a change of an organisation may be seen in: its page, the choices of search fields, and the users. */
export const organisationLists = ["organisations.list", "organisations", "users"] as const;

/** An organisation to delete, with the content that would be deleted too. */
export interface DeletionCandidate {
  readonly organisation: Organisation;
  readonly holdings: Holdings;
}

export function useOrganisationActions() {
  const client = useClient();
  const messages = useMessages();
  const { doing, sending, saver } = useRecords(organisationLists);
  return {
    saver,
    add: (href: string, name: string) =>
      sending(async () => {
        await client.post("organisations.create", href, { body: { name } });
        messages.success("Organisation added");
      }),
    /** The content of each of them; undefined when it could not be loaded. */
    weigh: (organisations: readonly Organisation[]) =>
      doing(() =>
        Promise.all(
          organisations.map(async (organisation): Promise<DeletionCandidate> => {
            const answer = await client.get("organisation.holdings", linkFor(organisation, "holdings", "GET") ?? "");
            return { organisation, holdings: answer._embedded };
          }),
        ),
      ),
  };
}
