import type { Finding, FlowList } from "@airlock/flow";
import { combine } from "../commands/combine.ts";
import { refused, type Command } from "../commands/command.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { counted } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import { findingsIn } from "./findings-in.ts";
import type { Fixer, QuickFix } from "./quick-fix.ts";
import { productionFixers } from "./production-fixes.ts";
import { fixers } from "./registry.ts";

const known: Readonly<Record<string, Fixer | undefined>> = { ...fixers, ...productionFixers };

/** The ways to fix a finding, the best first; those that the rules would refuse are not offered. */
export function quickFixes(
  document: FlowDocument,
  finding: Finding,
  newId: () => string,
  offeredLists: readonly FlowList[] = [],
): readonly QuickFix[] {
  const fixer = Object.hasOwn(known, finding.code) ? known[finding.code] : undefined;
  return (fixer?.({ document, finding, newId, offeredLists }) ?? []).filter(({ command }) => command(document).ok);
}

const maxFixes = 200;

interface PlannedFix {
  readonly finding: Finding;
  /** What the fix does, as on its button. */
  readonly label: string;
}

export interface FixPlan {
  readonly fixes: readonly PlannedFix[];
  /** Makes all of these changes as one step. */
  readonly command: Command;
}

/** All fixes that change no decision, in order: what "Fix all" shows before it does it. */
export function planFixAll(document: FlowDocument, newId: () => string, offeredLists: readonly FlowList[] = []): FixPlan {
  const fixes: PlannedFix[] = [];
  const commands: Command[] = [];
  const tried = new Set<string>();
  let next = document;
  const nextFix = () => firstSafe(next, newId, offeredLists, tried);
  for (let found = nextFix(); found !== undefined; found = nextFix()) {
    const executed = found.fix.command(next);
    if (!executed.ok) continue;
    next = executed.document;
    fixes.push({ finding: found.finding, label: found.fix.label });
    commands.push(found.fix.command);
    if (fixes.length === maxFixes) break;
  }
  const command =
    commands.length === 0 ? () => refused(refusal("NOTHING_TO_FIX")) : combine(`Fix ${counted(commands.length, "finding")}`, commands);
  return { fixes, command };
}

/** Each finding gets one try, so that two fixes cannot undo each other for ever. */
function firstSafe(
  document: FlowDocument,
  newId: () => string,
  offeredLists: readonly FlowList[],
  tried: Set<string>,
): { readonly finding: Finding; readonly fix: QuickFix } | undefined {
  for (const finding of findingsIn(document)) {
    const id = JSON.stringify(finding);
    if (tried.has(id)) continue;
    tried.add(id);
    const fix = quickFixes(document, finding, newId, offeredLists).find((one) => one.safe);
    if (fix !== undefined) return { finding, fix };
  }
  return undefined;
}
