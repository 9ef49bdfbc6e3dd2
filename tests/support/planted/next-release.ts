/**
 * A runtime that is started with `--import` of this file is one release ahead: it supports behaviour 6 and all earlier ones, and its validator has a
 * new rule that every flow violates.
 */
import { rewrite } from "./rewrite.ts";

rewrite("/packages/engine/src/types.ts", "export const currentBehaviour = 5;", "export const currentBehaviour = 6;");
rewrite(
  "/packages/engine/src/behaviours.ts",
  "[5, { lower: (definition) => lower(definition, 5) }],",
  "[5, { lower: (definition) => lower(definition, 5) }], [6, { lower: (definition) => lower(definition, 6) }],",
);
rewrite(
  "/packages/flow/src/validate/validate.ts",
  "checkDrawing(definition, graph, names, list);",
  'list.all.push({ code: "NEXT_RELEASE", level: "error", message: "A rule of the next release." }); checkDrawing(definition, graph, names, list);',
);
