import { isMuted, stateOf } from "./monitor-words.ts";
import type { Monitor } from "./use-monitors.ts";

export const shows = [
  { value: "all", title: "All" },
  { value: "firing", title: "Firing" },
  { value: "muted", title: "Muted" },
  { value: "unjudged", title: "Not evaluated" },
] as const;
export type Shown = (typeof shows)[number]["value"];

/** Those that the list is narrowed to, in its order. */
export function shownMonitors(monitors: readonly Monitor[], shown: Shown, now: number): readonly Monitor[] {
  return monitors.filter(({ _embedded: fields }) => {
    if (shown === "firing") return fields.firingWss !== null;
    if (shown === "muted") return isMuted(fields, now);
    if (shown === "unjudged") return ["unjudged", "waiting", "tooFew", "noHistory"].includes(stateOf(fields, now));
    return true;
  });
}

/** Those of a solution, and whose name or solution has a text. */
export function matchingMonitors(
  monitors: readonly Monitor[],
  { solution, q }: { readonly solution: string | undefined; readonly q: string },
): readonly Monitor[] {
  const text = q.toLowerCase();
  return monitors.filter(
    ({ _embedded: { solutionWss, solutionName, name } }) =>
      (solution === undefined || solutionWss === solution) && `${name} ${solutionName}`.toLowerCase().includes(text),
  );
}
