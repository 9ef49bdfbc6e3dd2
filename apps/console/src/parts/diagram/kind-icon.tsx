import { faces } from "@airlock/flow/faces";
import { Icon, iconStrokes, type IconSize } from "../../ui/icons/icon.tsx";

interface KindIconProps {
  /** The icon of a kind of node; a neutral one for unknown kinds. */
  readonly kind: string;
  readonly size?: IconSize;
}

/** The icon of a kind of node, as the diagram draws it. */
export function KindIcon({ kind, size = 18 }: KindIconProps) {
  const face = faces.get(kind);
  if (face === undefined) return <Icon name="solutions" size={size} />;
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      strokeWidth={iconStrokes[size]}
      aria-hidden="true"
      focusable="false"
    >
      {face.glyph.map(({ d, filled, transform }) => (
        <path key={d} d={d} fill={filled === true ? "currentColor" : undefined} transform={transform} />
      ))}
    </svg>
  );
}
