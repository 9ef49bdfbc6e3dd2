import type { ReleaseFields } from "@airlock/contract";
import { useAction } from "../api/use-action.ts";
import { versionChanges, type Solution } from "../parts/versions/resources.ts";
import { useMessages } from "../ui/messages/use-messages.ts";

/** Rolls back to the version of an earlier release with one click; the message afterwards offers to undo it. */
export function useRollBack(solution: Solution) {
  const messages = useMessages();
  const release = useAction("solution.releases.create", solution, {
    changes: ["solution.releases.list", ...versionChanges, "solution.read"],
  });
  const rollBack = (to: ReleaseFields, from: ReleaseFields | undefined) =>
    release.mutate(
      { body: { versionWss: to.versionWss } },
      {
        onSuccess: () => {
          const undo = from === undefined ? undefined : { label: "Undo", run: () => rollBack(from, undefined) };
          messages.success(`${to.versionName} is live on every runtime.`, undo);
        },
      },
    );
  return { rollBack, isRollingBack: release.isPending };
}
