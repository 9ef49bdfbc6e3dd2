import type { NodeKind } from "@airlock/flow";
import { memo, type ReactNode } from "react";

/** The kinds' icons, drawn in place: two thousand references to a sprite cost more than two thousand short paths. */
const glyphs: { readonly [Kind in NodeKind]: ReactNode } = {
  Start: <path fill="currentColor" d="M8.5 6.2v11.6c0 .6.6.9 1.1.6l8.8-5.8c.4-.3.4-.9 0-1.2L9.6 5.6c-.5-.3-1.1 0-1.1.6Z" />,
  End: <rect x="7" y="7" width="10" height="10" rx="1.5" fill="currentColor" />,
  EasyRule: (
    <>
      <path d="M12 3.2 20.8 12 12 20.8 3.2 12z" />
      <path d="M9.8 10.2a2.2 2.2 0 1 1 3.2 2c-.7.3-1 .7-1 1.4M12 16v.1" />
    </>
  ),
  Calculation: <path d="M17.5 5H7l5.8 7L7 19h10.5" />,
  SetState: (
    <>
      <path d="M3.5 12H14M10 8l4 4-4 4" />
      <path d="M11.5 4.5h6.8c.9 0 1.7.8 1.7 1.7v11.6c0 .9-.8 1.7-1.7 1.7h-6.8" />
    </>
  ),
  RangeScore: (
    <>
      <path d="M4.3 17.5a8.6 8.6 0 1 1 15.4 0" />
      <path d="m12 14.5 4-4.7" />
      <circle cx="12" cy="14.5" r="1.3" />
    </>
  ),
  ListScore: (
    <>
      <path d="M4 6.5h9M4 12h9M4 17.5h6" />
      <path d="M18 8v9M14.8 13.8 18 17l3.2-3.2" transform="rotate(180 18 12.5)" />
    </>
  ),
  WebCall: (
    <>
      <circle cx="12" cy="12" r="8.8" />
      <path d="M3.2 12h17.6M12 3.2c2.5 2.4 3.7 5.3 3.7 8.8s-1.2 6.4-3.7 8.8c-2.5-2.4-3.7-5.3-3.7-8.8S9.5 5.6 12 3.2Z" />
    </>
  ),
  Prediction: (
    <>
      <path d="M11 3.5c.7 4.4 2.6 6.4 7 7-4.4.7-6.3 2.7-7 7-.7-4.3-2.6-6.3-7-7 4.4-.6 6.3-2.6 7-7Z" />
      <path d="M18.5 15.5c.3 1.7 1 2.5 2.7 2.8-1.7.3-2.4 1.1-2.7 2.8-.3-1.7-1-2.5-2.7-2.8 1.7-.3 2.4-1.1 2.7-2.8Z" />
    </>
  ),
};

export const KindGlyph = memo(function KindGlyph({ kind }: { readonly kind: NodeKind }) {
  return (
    <svg className="cv-glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {glyphs[kind]}
    </svg>
  );
});
