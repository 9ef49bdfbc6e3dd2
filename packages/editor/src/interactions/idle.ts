/** No interaction is in progress on the canvas. */
export interface Idle {
  readonly kind: "idle";
}
export const idle: Idle = { kind: "idle" };
