import { kinds, type NodeKind } from "@airlock/flow";
import { memo } from "react";
import { GlyphPaths } from "../glyph-paths.tsx";

/** Inline paths: two thousand references to a sprite cost more than two thousand short paths. */
export const KindGlyph = memo(function KindGlyph({ kind }: { readonly kind: NodeKind }) {
  return (
    <svg className="cv-glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <GlyphPaths glyph={kinds[kind].glyph} />
    </svg>
  );
});
