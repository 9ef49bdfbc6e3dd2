import { Icon, type IconName } from "../../icon.tsx";

interface TileProps {
  readonly icon: IconName;
  /** The node's own colour; tile and glyph are mixed from it. */
  readonly colour?: string | undefined;
  readonly small?: boolean;
}

export function Tile({ icon, colour, small = false }: TileProps) {
  // React's types do not include custom properties.
  const style = colour === undefined ? {} : { ["--node" as string]: colour };
  return (
    <span className={small ? "ep-tile is-small" : "ep-tile"} style={style}>
      <Icon name={icon} size={small ? 14 : 20} />
    </span>
  );
}
