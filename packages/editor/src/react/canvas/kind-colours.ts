import { kinds, nodeKinds, type NodeKind } from "@airlock/flow";
import type { CSSProperties } from "react";

/** The colour that a kind begins with, as the custom property that tiles are mixed from. */
export const kindColours = coloursOf();

function coloursOf(): Readonly<Record<NodeKind, CSSProperties>> {
  const colours = Object.fromEntries(nodeKinds.map((kind) => [kind, { "--node": kinds[kind].defaultColor }]));
  // fromEntries loses the keys, and React's types do not include custom properties.
  return colours as Readonly<Record<NodeKind, unknown>> as Readonly<Record<NodeKind, CSSProperties>>;
}
