import type { Refusal } from "../../../rules/refusal.ts";

/** Why the typed text was refused. It floats, so that the layout does not shift. */
export function Hint({ id, refusal }: { readonly id: string; readonly refusal: Refusal | undefined }) {
  return (
    <output id={id} className={refusal === undefined ? "sr" : "ep-hint"}>
      {refusal?.reason}
    </output>
  );
}
