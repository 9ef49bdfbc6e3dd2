import { validate, type Finding } from "@airlock/flow";
import { done, refused, type Command } from "../commands/command.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { counted } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import type { Fixer, QuickFix } from "./quick-fix.ts";
import { fixers } from "./registry.ts";

/** The ways to mend a finding, the best first; those that the rules would refuse are not offered. */
export function quickFixes(document: FlowDocument, finding: Finding, newId: () => string): readonly QuickFix[] {
  const known: Readonly<Record<string, Fixer | undefined>> = fixers;
  const fixer = Object.hasOwn(known, finding.code) ? known[finding.code] : undefined;
  return (fixer?.({ document, finding, newId }) ?? []).filter(({ command }) => command(document).ok);
}

const mostFixes = 200;

/** Mends all that can be mended without a question, one after the other, as one step. */
export function fixAll(newId: () => string): Command {
  return (document) => {
    let next = document;
    let count = 0;
    const tried = new Set<string>();
    for (let fix = firstSafe(next, newId, tried); fix !== undefined && count < mostFixes; fix = firstSafe(next, newId, tried)) {
      const executed = fix.command(next);
      if (!executed.ok) continue;
      next = executed.document;
      count += 1;
    }
    return count === 0 ? refused(refusal("NOTHING_TO_FIX")) : done(`Fix ${counted(count, "finding")}`, next);
  };
}

/** Each finding gets one try, so that two fixes cannot undo each other for ever. */
function firstSafe(document: FlowDocument, newId: () => string, tried: Set<string>): QuickFix | undefined {
  for (const finding of validate(definitionOf(document))) {
    const id = JSON.stringify(finding);
    if (tried.has(id)) continue;
    tried.add(id);
    const fix = quickFixes(document, finding, newId).find((one) => one.safe);
    if (fix !== undefined) return fix;
  }
  return undefined;
}
