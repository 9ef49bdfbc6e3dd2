import type { NodeKind } from "@airlock/flow";
import sprite from "./icons.svg?no-inline";

/** One symbol of `icons.svg`. */
export type IconName =
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
  | "kind-calculation"
  | "kind-easy-rule"
  | "kind-end"
  | "kind-list-score"
  | "kind-prediction"
  | "kind-range-score"
  | "kind-set-state"
  | "kind-start"
  | "kind-web-call"
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

/** Strokes get heavier as icons get smaller, so that all weigh the same to the eye. */
const strokes: Readonly<Record<number, number>> = { 12: 2.4, 14: 2, 16: 1.9, 18: 1.75, 20: 1.75, 24: 1.6 };

interface IconProps {
  readonly name: IconName;
  readonly size?: 12 | 14 | 16 | 18 | 20 | 24;
}

/** Always decoration: the control around it carries the name. */
export function Icon({ name, size = 18 }: IconProps) {
  return (
    <svg className="icon" width={size} height={size} strokeWidth={strokes[size]} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

export const kindIcons: { readonly [Kind in NodeKind]: IconName } = {
  Start: "kind-start",
  End: "kind-end",
  EasyRule: "kind-easy-rule",
  Calculation: "kind-calculation",
  SetState: "kind-set-state",
  RangeScore: "kind-range-score",
  ListScore: "kind-list-score",
  WebCall: "kind-web-call",
  Prediction: "kind-prediction",
};
