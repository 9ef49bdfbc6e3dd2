import { createHash } from "node:crypto";
import { encodeGroup, linesOfDeadLetter, readDeadLine, type DeadLine } from "@airlock/contract";
import type { DeadLetter, DeadLetters } from "@airlock/platform";
import { recordPosition } from "@airlock/backend/executions";
import { shownValue } from "@airlock/engine/sql";
import type { Postgres } from "@airlock/platform/postgres";
import { rememberedVersions, type RememberedVersion } from "../execution/remembered-versions.ts";
import type { ErasureRule } from "./erase-executions.ts";

export interface DeadLetterRule extends ErasureRule {
  readonly field: string;
  /** Null: every solution. */
  readonly solutionId: string | null;
}

export interface EraseDeadLettersOptions {
  readonly postgres: Postgres;
  readonly letters: DeadLetters;
  readonly rulesOf: (organisationId: string) => Promise<readonly DeadLetterRule[]>;
  /** Called after a letter was deleted, with the number of its matching executions by organisation and rule. */
  readonly onErased: (organisationId: string, ruleId: string, count: number) => Promise<void>;
  /** Letters up to this sequence are skipped. */
  readonly after: number;
  readonly maxLetters: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ErasedDeadLetters {
  /** The sequence up to which all letters were searched. */
  readonly through: number;
  /** Whether that is the newest one. */
  readonly complete: boolean;
  /** Lines whose organisation, version or execution record cannot be read, so that their person is unknown. */
  readonly unreadable: number;
}

/**
 * Deletes the executions of a person from dead letters. A letter is one line or a group, which may contain executions of other persons; these are
 * kept as a new letter. A process that dies between the two writes leaves both letters, and the next search deletes the first.
 */
export async function eraseDeadLetters(options: EraseDeadLettersOptions): Promise<ErasedDeadLetters> {
  const { letters, maxLetters, signal } = options;
  const matches = createMatcher(options);
  const last = await letters.last();
  let through = options.after;
  let unreadable = 0;
  for (let count = 0; through < last; count += 1) {
    if (count === maxLetters || signal?.aborted === true) return { through, complete: false, unreadable };
    const letter = await letters.after(through);
    if (letter === undefined || letter.sequence > last) break;
    unreadable += await search(letter);
    through = letter.sequence;
  }
  return { through: last, complete: true, unreadable };

  async function search(letter: DeadLetter): Promise<number> {
    const { isGroup, lines } = linesOfDeadLetter(letter.text);
    const kept: string[] = [];
    const erased = new Map<string, { readonly organisationId: string; readonly ruleId: string; count: number }>();
    let bad = 0;
    for (const line of lines) {
      const read = readDeadLine(line);
      if (read === undefined) bad += 1;
      const rule = read && (await matches(read));
      if (read === undefined || rule === undefined) {
        kept.push(line);
        continue;
      }
      const found = erased.get(rule.id) ?? { organisationId: read.organisationId, ruleId: rule.id, count: 0 };
      found.count += 1;
      erased.set(rule.id, found);
    }
    if (erased.size === 0) return bad;
    await letters.reduce(letter, kept.length === 0 ? undefined : isGroup ? encodeGroup(kept) : kept[0]);
    for (const { organisationId, ruleId, count } of erased.values()) await options.onErased(organisationId, ruleId, count);
    return bad;
  }
}

interface SearchedVersion {
  readonly solutionId: string;
  readonly version: RememberedVersion;
}

/** Loads the rules of an organisation, and a version, when the first line needs them. */
function createMatcher({ postgres, rulesOf }: Pick<EraseDeadLettersOptions, "postgres" | "rulesOf">) {
  const rules = new Map<string, readonly DeadLetterRule[]>();
  const versions = new Map<string, SearchedVersion | undefined>();

  async function versionOf({ organisationId, versionId }: DeadLine): Promise<SearchedVersion | undefined> {
    const key = `${organisationId} ${versionId}`;
    if (!versions.has(key)) {
      const found = await postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
        const row = await tx.selectFrom("versions").where("id", "=", versionId).select("solution_id").executeTakeFirst();
        const [version] = await rememberedVersions(tx, { ids: [versionId] }, 1);
        return row === undefined || version === undefined ? undefined : { solutionId: row.solution_id, version };
      });
      versions.set(key, found);
    }
    return versions.get(key);
  }

  return async (line: DeadLine): Promise<DeadLetterRule | undefined> => {
    const own = rules.get(line.organisationId) ?? (await rulesOf(line.organisationId));
    rules.set(line.organisationId, own);
    const found = own.length === 0 ? undefined : await versionOf(line);
    if (found === undefined) return undefined;
    return own.find((rule) => (rule.solutionId ?? found.solutionId) === found.solutionId && isMatch(rule, found.version, line.record));
  };
}

/**
 * The same rule as in `eraseExecutions`, which ClickHouse evaluates: text exactly, a number as ClickHouse writes it, a Boolean or Date as callers do.
 */
export function isMatch(
  { field, salt, hash }: DeadLetterRule,
  { plan }: Pick<RememberedVersion, "plan">,
  record: readonly unknown[],
): boolean {
  const at = plan.applicationFields.findIndex(({ name }) => name === field);
  const application = record[recordPosition.application - 1];
  const value: unknown = at === -1 || !Array.isArray(application) ? undefined : application[at];
  if (typeof value !== "string" && typeof value !== "number") return false;
  const shown = shownValue(plan.applicationFields[at]?.type ?? "String", value);
  const text = typeof shown === "number" ? String(shown).replace("e+", "e") : String(shown);
  return createHash("sha256").update(`${salt}${text}`).digest("hex") === hash;
}
