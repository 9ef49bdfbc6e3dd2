export { interpret, type Interpreted } from "./interpret.ts";
export type { ReferenceEffects } from "./effects.ts";
/** What the compiler and the SQL back end start from, without the validator before it. */
export { lower } from "../program/lower.ts";
