import type { Definition } from "@airlock/flow";
import { useState } from "react";
import { itemAddress } from "../../api/calls.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { openSolution } from "../links/open-solution.ts";
import { definitionIn } from "../../api/definition-in.ts";

interface Change {
  /** The title of the message when it fails, and when it succeeds. */
  readonly doing: string;
  readonly done: string;
  /** Returns the changed definition, or why it cannot be changed. */
  readonly change: (saved: Definition) => Definition | string;
}

/** Changes a solution as it is saved now, from another page than its own. */
export function useChangeDraft() {
  const client = useClient();
  const messages = useMessages();
  const solutions = linkFor(useProfile(), "solutions", "GET");
  const [isBusy, setBusy] = useState(false);
  const changeDraft = async (solutionId: string, { doing, done, change }: Change): Promise<boolean> => {
    setBusy(true);
    try {
      const solution = await client.get("solution.read", itemAddress(solutions, solutionId) ?? "");
      const [read, write] = [linkFor(solution, "definition", "GET"), linkFor(solution, "definition", "PUT")];
      if (read === undefined || write === undefined) {
        messages.error(doing, "None of your roles allows you to change this solution.");
        return false;
      }
      const stored = await client.get("definition.read", read);
      const changed = change(definitionIn(stored));
      if (typeof changed === "string") {
        messages.error(doing, changed);
        return false;
      }
      await client.put("definition.update", write, { body: { ...changed, revision: stored._embedded.revision } });
      messages.success(done, { label: "Open", run: () => openSolution(solutionId) });
      return true;
    } catch (error) {
      tellProblem(messages, error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { mayChange: solutions !== undefined, isBusy, changeDraft };
}
