export { interpret, type Interpreted } from "./interpret.ts";
export type { ReferenceEffects } from "./effects.ts";
