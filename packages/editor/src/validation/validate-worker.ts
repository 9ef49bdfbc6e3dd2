/** A worker's whole program: keeps the definition by its patches, and responds to each with the findings. */
import { validate, type Definition } from "@airlock/flow";
import { patched, type DefinitionPatch } from "./definition-patch.ts";

let definition: Definition | undefined;

globalThis.addEventListener("message", ({ data }: MessageEvent<DefinitionPatch>) => {
  definition = patched(definition, data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that opened it.
  postMessage(validate(definition));
});
