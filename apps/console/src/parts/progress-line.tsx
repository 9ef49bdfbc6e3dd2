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

/**
 * Shows the wait cursor during requests, on every page: from the next frame on, because a changed cursor is a new style for each element of the page,
 * which would delay the frame that the user waits for.
 */
export function WaitCursor() {
  const busy = useBusy();
  useEffect(() => {
    if (!busy) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // A task after the frame's callbacks runs when the frame has been painted.
      timer = setTimeout(() => document.documentElement.classList.add("is-waiting"));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      document.documentElement.classList.remove("is-waiting");
    };
  }, [busy]);
  return null;
}
