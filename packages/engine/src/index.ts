export { compile } from "./compile/compile.ts";
export { readInput } from "./input/read-input.ts";
export { evaluate, evaluateWithEffects } from "./run/evaluate.ts";
export { EffectFailure } from "./run/effect-failure.ts";
export { encodeRecord } from "./record/encode-record.ts";
export { RecordMismatch } from "./record/decode-record.ts";
export { expandRecord } from "./record/expand-record.ts";
export { currentBehaviour } from "./types.ts";
export type * from "./types.ts";
