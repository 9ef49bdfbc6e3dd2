import type { Refusal } from "../../../rules/refusal.ts";

/** Why what was typed was not taken. It floats, so that nothing jumps. */
export function Hint({ id, refusal }: { readonly id: string; readonly refusal: Refusal | undefined }) {
  return (
    <output id={id} className={refusal === undefined ? "sr" : "ep-hint"}>
      {refusal?.reason}
    </output>
  );
}
