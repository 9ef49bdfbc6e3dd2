/** A runtime that is started with `--import` of this file does not support behaviour 1. */
import { rewrite } from "./rewrite.ts";

rewrite("/packages/engine/src/types.ts", "export const currentBehaviour = 5;", "export const currentBehaviour = 6;");
rewrite("/packages/engine/src/behaviours.ts", "[1, { lower: (definition) => lower(definition, 1) }],", "");
