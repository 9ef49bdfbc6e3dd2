import type { Change } from "@airlock/flow";
import { counted } from "../../ui/format/numbers.ts";

/** Properties that only say where and how a thing is drawn. */
const drawn = new Set(["x", "y", "color", "ports", "width", "curvyness", "sourcePort", "targetPort", "name"]);

/** What changed in it besides how it is drawn. */
export function shownProperties({ properties }: Change): Change["properties"] {
  return properties.filter(({ property }) => !drawn.has(property));
}

/** 'added', 'moved': what became of a thing, in a word. */
export function changeWord(change: Change): string {
  if (change.change !== "changed" || shownProperties(change).length > 0) return change.change;
  return change.properties.some(({ property }) => property === "x" || property === "y") ? "moved" : "redrawn";
}

const nouns = {
  node: "node",
  link: "link",
  applicationField: "field",
  runtimeField: "field",
  reasonText: "reason text",
  list: "list",
  subFlow: "sub-flow",
} as const;
const order = ["added", "removed", "changed", "moved"].flatMap((word) =>
  ["node", "link", "field", "reason text", "list", "sub-flow"].map((noun) => ({ word, noun })),
);

/** '2 nodes added, 1 link changed' */
export function changesText(changes: readonly Change[]): string {
  const parts = order.flatMap(({ word, noun }) => {
    const count = changes.filter((change) => nouns[change.what] === noun && changeWord(change) === word).length;
    return count === 0 ? [] : [`${counted(count, noun)} ${word}`];
  });
  // Test cases, test data and comments are saved with the flow and are no part of it.
  return parts.length === 0 ? "No changes to the flow" : parts.join(", ");
}
