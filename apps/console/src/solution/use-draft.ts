import { isDirty, type Editor } from "@airlock/editor";
import { useEffect, useState } from "react";
import { useProfile } from "../session/use-session.ts";
import { report } from "../fault/report.ts";
import { openDrafts, type DraftStore, type FoundDraft } from "./draft-store.ts";
import type { Saved } from "./use-saving.ts";

/** Long enough for hands that draw, short enough for a crash to cost nothing worth telling. */
const restMillis = 400;

/** Keeps what is not saved yet on this device, and finds what an earlier window left behind. */
export function useDraft(editor: Editor, solutionId: string, saved: () => Saved, enabled: boolean) {
  const { userId } = useProfile()._embedded;
  const [found, setFound] = useState<FoundDraft>();
  useEffect(() => {
    if (!enabled) return undefined;
    let store: DraftStore | undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let kept = editor.state.document;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const { document } = editor.state;
      if (store === undefined || isOver) return;
      kept = document;
      const { base, revision } = saved();
      const work = isDirty(editor.state)
        ? store.keep({ definition: editor.definition, base, revision, at: new Date().toISOString() })
        : store.forget();
      work.catch((error: unknown) => report("The draft could not be kept.", error));
    };
    const onChange = () => {
      if (editor.state.document === kept && timer === undefined && isDirty(editor.state)) return;
      timer ??= setTimeout(keep, restMillis);
    };
    const onHide = () => {
      if (timer !== undefined) keep();
    };
    const open = async () => {
      const opened = await openDrafts(userId, solutionId);
      const left = await opened.find();
      if (isOver) return;
      if (left !== undefined) setFound(left);
      store = opened;
      if (isDirty(editor.state)) keep();
    };
    open().catch((error: unknown) => report("Drafts cannot be kept on this device.", error));
    const stop = editor.watch(onChange);
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", onHide);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", onHide);
    };
  }, [editor, solutionId, userId, saved, enabled]);
  return { found, settle: () => setFound(undefined) };
}
