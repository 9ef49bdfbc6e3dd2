import { useContext, useEffect, useSyncExternalStore } from "react";
import { ActivityContext } from "../api/activity-context.ts";

function useBusy(): boolean {
  const activity = useContext(ActivityContext);
  if (!activity) throw new Error("There is no activity around this component.");
  return useSyncExternalStore(activity.subscribe, activity.busy);
}

/** Under the top bar during any request. */
export function ProgressLine() {
  if (!useBusy()) return null;
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a progress element cannot be drawn as a line that runs through.
  return <div className="progress-line" role="progressbar" aria-label="Waiting for a response" />;
}

const cursorDelay = 100;

/**
 * The cursor waits with the request, on every page. Not for a response that arrives at once: a changed cursor is a new style for each element of the page,
 * which takes as long as rendering it.
 */
export function WaitCursor() {
  const busy = useBusy();
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => document.documentElement.classList.add("is-waiting"), cursorDelay);
    return () => {
      clearTimeout(timer);
      document.documentElement.classList.remove("is-waiting");
    };
  }, [busy]);
  return null;
}
