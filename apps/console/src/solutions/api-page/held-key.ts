/** A key that was pasted or created here: in the memory of this window, for the user who did, and nowhere else. A reload discards it. */
let held: { readonly userWss: string; readonly key: string } | undefined;

export function heldKey(userWss: string): string {
  return held?.userWss === userWss ? held.key : "";
}

export function holdKey(userWss: string, key: string): void {
  held = { userWss, key };
}
