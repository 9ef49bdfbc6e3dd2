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

/** The cursor waits with the request, on every page. */
export function WaitCursor() {
  const busy = useBusy();
  useEffect(() => {
    document.documentElement.classList.toggle("is-waiting", busy);
  }, [busy]);
  return null;
}
