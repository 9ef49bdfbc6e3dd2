/** No interaction is under way on the canvas. */
export interface Idle {
  readonly kind: "idle";
}
export const idle: Idle = { kind: "idle" };
