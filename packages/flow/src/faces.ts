import { kinds } from "./kinds/registry.ts";
import type { GlyphPath } from "./kinds/kind.ts";

/** The appearance of a kind outside of diagrams. */
export interface KindFace {
  readonly title: string;
  readonly colour: string;
  readonly glyph: readonly GlyphPath[];
}

/** By kind. The console's build replaces this module by its value, so that a page with icons does not load all rules of the kinds. */
export const faces: ReadonlyMap<string, KindFace> = new Map(
  Object.values(kinds).map(({ kind, typeLabel, defaultColor, glyph }) => [kind, { title: typeLabel, colour: defaultColor, glyph }]),
);
