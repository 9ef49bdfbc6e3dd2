import type { Definition } from "@airlock/flow";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import { afterCommit, done, refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { refuseSecrets } from "../secret/may-use-secrets.ts";
import { secretNames } from "../secret/store.ts";
import { findSolution } from "../solution/store.ts";
import { solutionSubject } from "../solution/subject.ts";
import { cycleProblem } from "../sub-flow/cycle-problem.ts";
import { documentText } from "./document-text.ts";
import { definitionResource, saveList, saveResource } from "./resource.ts";
import { findSave, listSaves, readSaveText } from "./saves.ts";
import { checkStored, readDraft, readSaved, writeDefinition, type Saved } from "./store.ts";

export function definitionRoutes(router: Router, { definitionPool }: Pick<Parts, "definitionPool">): void {
  router.object("definition.read", solutionSubject, async ({ actor, tx, signal }, solution) => {
    const draft = await readDraft(tx, solution.id);
    return afterCommit(async () => {
      const checked = await checkStored(definitionPool, draft, { ...actor, signal });
      return done(definitionResource(actor, solution, { ...checked, ...draft }));
    });
  });

  router.object("definition.update", solutionSubject, async ({ actor, tx, body, signal, resume }, solution) => {
    const before = await readSaved(tx, solution.id);
    if (isStale(body, before)) return conflict(before);
    const names = await secretNames(tx);
    const text = await documentText(tx, actor, body, solution.id);
    if (isRefused(text)) return text;
    // Checked outside the transaction: a large definition may take long or wait for a thread, and must not hold a lock or a connection.
    return afterCommit(async () => {
      const checked = await definitionPool.check(text, names, { ...actor, signal });
      if (!checked.ok) {
        const problems = checked.problems.map(({ path, code, message }) => ({ field: path, code, message }));
        return refuse("INVALID_REQUEST", problems);
      }
      const cycle = cycleProblem(checked.definition, solution.id);
      if (cycle !== undefined) return refuse("INVALID_REQUEST", [cycle]);
      return resume(async (own, now) => {
        if ((await findSolution(own, solution.id, true)) === undefined) return refuse("SOLUTION_NOT_FOUND");
        const stored = await readDraft(own, solution.id);
        if (isStale(body, stored)) return conflict(stored);
        // Only parsed definitions are ever stored.
        const secrets = refuseSecrets(now, checked.definition, () => JSON.parse(stored.text) as Definition);
        if (secrets !== undefined) return secrets;
        const saved = await writeDefinition(own, now, solution.id, checked);
        // Whether a version can be created from it may have changed.
        const changed = await findSolution(own, solution.id, false);
        return changed === undefined ? refuse("SOLUTION_NOT_FOUND") : done(definitionResource(now, changed, { ...checked, ...saved }));
      });
    });
  });

  router.object("solution.saves.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listSaves(tx, solution.id, query);
    return isRefused(page) ? page : done(saveList(actor, solution, query, page));
  });

  router.object("solution.save.read", solutionSubject, async ({ actor, tx, params, signal }, solution) => {
    const revision = /^\d{1,9}$/.test(params.revision) ? Number(params.revision) : 0;
    const row = await findSave(tx, solution.id, revision);
    if (row === undefined) return refuse("SAVE_NOT_FOUND");
    const save = { solutionId: solution.id, text: await readSaveText(tx, solution.id, revision), secretNames: await secretNames(tx) };
    return afterCommit(async () => done(saveResource(actor, solution, row, await checkStored(definitionPool, save, { ...actor, signal }))));
  });
}

/** Names the other user and the time, so that users can talk to each other. */
function conflict({ savedBy, savedAt }: Saved): Refused {
  const details = { ...(savedBy === "" ? {} : { by: savedBy }), at: savedAt.toISOString() };
  return { kind: "refused", problem: { code: "EDIT_CONFLICT", details } };
}
