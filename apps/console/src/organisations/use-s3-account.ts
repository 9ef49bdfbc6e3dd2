import type { ActionWith } from "@airlock/contract";
import { useState } from "react";
import { asProblem } from "../api/api-problem.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useAction } from "../api/use-action.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { timedTest, type ConnectionOutcome } from "./connection-outcome.ts";
import type { Organisation } from "./use-organisations.ts";

const changes = ["organisations.list"] as const satisfies readonly ActionWith<"GET">[];

/** What can be done with the S3 account of an organisation. `onClose` is called when the dialog has nothing to show any more. */
export function useS3Account(opened: Organisation, onClose: () => void) {
  const messages = useMessages();
  /** As it was last saved: the next change is based on its revision. */
  const [organisation, setOrganisation] = useState(opened);
  const [outcome, setOutcome] = useState<ConnectionOutcome>();
  const { name } = organisation._embedded;
  const save = useAction("organisation.s3Account", organisation, {
    changes,
    onSuccess: (saved) => {
      setOrganisation(saved);
      messages.success(`S3 account of ${name} saved`);
    },
    // The form shows the failure. After a conflict the account has to be loaded again, so that the form closes.
    onError: (error) => {
      if (asProblem(error).code !== "EDIT_CONFLICT") return;
      tellProblem(messages, error);
      onClose();
    },
  });
  const remove = useAction("organisation.s3Account.delete", organisation, {
    changes,
    onSuccess: () => {
      messages.success(`S3 account of ${name} removed`);
      onClose();
    },
  });
  const test = useAction("organisation.s3Account.test", organisation);
  return {
    organisation,
    outcome,
    isTesting: test.isPending,
    isBusy: test.isPending || remove.isPending,
    mayRemove: remove.isOffered,
    save: save.mutateAsync,
    remove: () => remove.mutate(),
    test: async (on: Organisation) => {
      setOutcome(undefined);
      // The action has shown why it failed.
      setOutcome(await timedTest(() => test.mutateAsync({ on })).catch(() => undefined));
    },
  };
}
