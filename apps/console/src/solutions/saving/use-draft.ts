import type { Editor } from "@airlock/editor";
import { useEffect, useState } from "react";
import { useProfile } from "../../api/session/use-session.ts";
import { report } from "../../parts/fault/report.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { openDrafts, type FoundDraft } from "./draft-store.ts";
import type { Saved } from "./use-saving.ts";

/** Stores unsaved changes on this device, and finds those of an earlier window. */
export function useDraft(editor: Editor, solutionId: string, saved: () => Saved, enabled: boolean) {
  const { userId } = useProfile()._embedded;
  const [found, setFound] = useState<FoundDraft>();
  useEffect(() => {
    if (!enabled) return undefined;
    const keeper = new DraftKeeper({ editor, saved, onFailure: (error) => report("The draft could not be kept.", error) });
    const open = async () => {
      const left = await keeper.open(await openDrafts(userId, solutionId));
      if (left !== undefined) setFound(left);
    };
    open().catch((error: unknown) => report("Drafts cannot be kept on this device.", error));
    const stop = editor.watch(keeper.changed);
    document.addEventListener("visibilitychange", keeper.hurry);
    window.addEventListener("pagehide", keeper.hurry);
    return () => {
      keeper.close();
      stop();
      document.removeEventListener("visibilitychange", keeper.hurry);
      window.removeEventListener("pagehide", keeper.hurry);
    };
  }, [editor, solutionId, userId, saved, enabled]);
  return { found, settle: () => setFound(undefined) };
}
