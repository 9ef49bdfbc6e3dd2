import { faces } from "@airlock/flow/faces";
import type { CSSProperties } from "react";

interface KindLook {
  readonly title: string;
  /** Sets `--node`, which tile and glyph are mixed from. */
  readonly colour: CSSProperties;
}

/** A kind of a later release is shown by its name. */
export function kindLook(kind: string): KindLook {
  const { title, colour } = faces.get(kind) ?? { title: kind, colour: "var(--al-text-muted)" };
  // React's types do not know custom properties.
  return { title, colour: { "--node": colour } as CSSProperties };
}
