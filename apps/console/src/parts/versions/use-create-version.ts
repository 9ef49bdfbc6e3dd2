import { useClient } from "../../api/session/use-session.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { useRecords } from "../list-page/editing/use-records.ts";
import { solutionLists, type Solution, type Version } from "./resources.ts";

export interface NewVersion {
  readonly versionName?: string;
  readonly versionDescription: string;
  /** Ids of the lists whose version in effect is pinned. */
  readonly pinnedLists?: string[];
}

/** Creates a version of a solution as it is saved. Throws the problem of a refused request, for the dialog to show. */
export function useCreateVersion() {
  const client = useClient();
  const messages = useMessages();
  const { sending } = useRecords(solutionLists);
  return (solution: Solution, body: NewVersion): Promise<Version> =>
    sending(async () => {
      const made = await client.post("solution.versions.create", solution._links["versions"]?.href ?? "", { body });
      messages.success(`${made._embedded.versionName} of ${solution._embedded.name} created`);
      return made;
    });
}
