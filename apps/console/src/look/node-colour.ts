import type { CSSProperties } from "react";

/** A custom property is no property that React's types know. */
export function nodeColour(token: string): CSSProperties {
  return { "--node": `var(--al-node-${token})` } as CSSProperties;
}
