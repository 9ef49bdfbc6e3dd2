import { asNodeKind, kinds, type NodeKind } from "@airlock/flow";
import { GlyphPaths } from "./glyph-paths.tsx";
import sprite from "./icons.svg?no-inline";

/** A kind of node, or one symbol of `icons.svg`. */
export type IconName =
  | NodeKind
  | "back"
  | "bolt"
  | "check"
  | "copy"
  | "down"
  | "download"
  | "error"
  | "eye"
  | "file"
  | "fit"
  | "forward"
  | "grip"
  | "hash"
  | "help"
  | "indent"
  | "info"
  | "layout"
  | "left"
  | "link"
  | "lock"
  | "minus"
  | "more"
  | "outdent"
  | "pencil"
  | "play"
  | "plus"
  | "redo"
  | "refresh"
  | "right"
  | "save"
  | "search"
  | "success"
  | "table"
  | "test"
  | "text"
  | "trash"
  | "undo"
  | "up"
  | "upload"
  | "warning"
  | "x"
  | "zoom-in"
  | "zoom-out";

/** Smaller icons have heavier strokes, so that all have the same visual weight. */
const strokes: Readonly<Record<number, number>> = { 12: 2.4, 14: 2, 16: 1.9, 18: 1.75, 20: 1.75, 24: 1.6 };

interface IconProps {
  readonly name: IconName;
  readonly size?: 12 | 14 | 16 | 18 | 20 | 24;
}

/** Always decoration: the control around it carries the name. */
export function Icon({ name, size = 18 }: IconProps) {
  const kind = asNodeKind(name);
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" strokeWidth={strokes[size]} aria-hidden="true" focusable="false">
      {kind === undefined ? <use href={`${sprite}#${name}`} /> : <GlyphPaths glyph={kinds[kind].glyph} />}
    </svg>
  );
}
