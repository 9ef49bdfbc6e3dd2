import type { GlyphPath } from "@airlock/flow";

export function GlyphPaths({ glyph }: { readonly glyph: readonly GlyphPath[] }) {
  return glyph.map(({ d, filled, transform }) => (
    <path key={d} d={d} fill={filled === true ? "currentColor" : undefined} transform={transform} />
  ));
}
