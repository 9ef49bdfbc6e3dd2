import type { Definition } from "@airlock/flow";
import { isSameContent } from "../document/document-changes.ts";
import { documentOf } from "../document/flow-document.ts";
import { nothing } from "../selection/selection.ts";
import { done, type Command } from "./command.ts";

/** Replaces the whole definition, as one step: an import, an earlier save, the live version, a merge. */
export function replaceDefinition(definition: Definition, name: string): Command {
  return (document) => {
    const next = documentOf(definition);
    return isSameContent(document, next) ? done(name, document) : done(name, next, { select: nothing });
  };
}
