import type { ExperimentFields, Resource } from "@airlock/contract";
import { useMessages } from "../ui/messages/use-messages.ts";
import { useClient } from "../api/session/use-session.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";

export type Experiment = Resource<ExperimentFields>;

/** The lists that a change of an experiment may be seen in. */
export const experimentLists = ["experiments"] as const;

export function useExperimentActions() {
  const client = useClient();
  const messages = useMessages();
  const { sending, saver } = useRecords(experimentLists);
  return {
    saver,
    add: (href: string, body: { readonly name: string; readonly description: string }) =>
      sending(async () => {
        const made = await client.post("experiments.create", href, { body });
        messages.success(`${made._embedded.name} added`);
        return made;
      }),
  };
}
