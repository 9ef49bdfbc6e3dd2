import type { Change } from "@airlock/flow";
import { counted, type Noun } from "../../ui/format/numbers.ts";

/** Properties that only say where and how a thing is drawn. */
const drawn = new Set(["x", "y", "color", "ports", "width", "curvyness", "sourcePort", "targetPort", "name"]);

/** What changed in it besides how it is drawn. */
export function shownProperties({ properties }: Change): Change["properties"] {
  return properties.filter(({ property }) => !drawn.has(property));
}

type WhatBecame = Change["change"] | "moved" | "redrawn";

function whatBecame(change: Change): WhatBecame {
  if (change.change !== "changed" || shownProperties(change).length > 0) return change.change;
  return change.properties.some(({ property }) => property === "x" || property === "y") ? "moved" : "redrawn";
}

const becameWords: Readonly<Record<WhatBecame, string>> = {
  added: "added",
  removed: "removed",
  changed: "changed",
  moved: "moved",
  redrawn: "redrawn",
};

/** 'added', 'moved': the kind of a change, in a word. */
export function changeWord(change: Change): string {
  return becameWords[whatBecame(change)];
}

const things: readonly { readonly whats: readonly Change["what"][]; readonly noun: Noun }[] = [
  { whats: ["node"], noun: { one: "node", many: "nodes" } },
  { whats: ["link"], noun: { one: "link", many: "links" } },
  { whats: ["applicationField", "runtimeField"], noun: { one: "field", many: "fields" } },
  { whats: ["reasonText"], noun: { one: "reason text", many: "reason texts" } },
  { whats: ["list"], noun: { one: "list", many: "lists" } },
  { whats: ["subFlow"], noun: { one: "sub-flow", many: "sub-flows" } },
];
const order = (["added", "removed", "changed", "moved"] as const).flatMap((became) => things.map((thing) => ({ became, ...thing })));

/** '2 nodes added, 1 link changed' */
export function changesText(changes: readonly Change[]): string {
  const parts = order.flatMap(({ became, whats, noun }) => {
    const count = changes.filter((change) => whats.includes(change.what) && whatBecame(change) === became).length;
    return count === 0 ? [] : [`${counted(count, noun.one, noun.many)} ${becameWords[became]}`];
  });
  // Test cases, test data and comments are saved with the flow and are no part of it.
  return parts.length === 0 ? "No changes to the flow" : parts.join(", ");
}
