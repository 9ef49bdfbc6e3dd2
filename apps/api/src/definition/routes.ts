import { parseDefinition } from "@airlock/flow";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import { done, refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { secretNames } from "../secret/store.ts";
import { findSolution } from "../solution/store.ts";
import { solutionSubject } from "../solution/subject.ts";
import { createJudge } from "./judge.ts";
import { definitionResource, saveList, saveResource } from "./resource.ts";
import { findSave, listSaves, readSaveDocument } from "./saves.ts";
import { readDefinition, readDocument, writeDefinition, type StoredDefinition } from "./store.ts";

export function definitionRoutes(router: Router, { egressPolicy }: Pick<Parts, "egressPolicy">): void {
  const judge = createJudge(egressPolicy);

  router.object("definition.read", solutionSubject, async ({ actor, tx }, solution) =>
    done(definitionResource(actor, solution, await readDefinition(tx, judge, solution.id))),
  );

  router.object("definition.update", solutionSubject, async ({ actor, tx, body }, solution) => {
    const parsed = parseDefinition(body);
    if (!parsed.ok) {
      const problems = parsed.problems.map(({ path, code, message }) => ({ field: path, code, message }));
      return refuse("INVALID_REQUEST", problems);
    }
    const before = await readDefinition(tx, judge, solution.id);
    if (isStale(body, before)) return conflict(before);
    const stored = await writeDefinition(tx, judge, actor, solution.id, parsed.definition);
    // Whether a version can be made of it may have changed with it.
    const changed = await findSolution(tx, solution.id, false);
    return changed === undefined ? refuse("SOLUTION_NOT_FOUND") : done(definitionResource(actor, changed, stored));
  });

  router.object("solution.saves.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listSaves(tx, solution.id, query);
    return "kind" in page ? page : done(saveList(actor, solution, query, page));
  });

  router.object("solution.save.read", solutionSubject, async ({ actor, tx, params }, solution) => {
    const revision = /^\d{1,9}$/.test(params.revision) ? Number(params.revision) : 0;
    const row = await findSave(tx, solution.id, revision);
    if (row === undefined) return refuse("SAVE_NOT_FOUND");
    const definition = readDocument(await readSaveDocument(tx, solution.id, revision), solution.id);
    return done(saveResource(actor, solution, row, judge(definition, await secretNames(tx))));
  });
}

/** Says who was faster and when, so that people can talk to each other. */
function conflict({ savedBy, savedAt }: StoredDefinition): Refused {
  const details = { ...(savedBy === "" ? {} : { by: savedBy }), at: savedAt.toISOString() };
  return { kind: "refused", problem: { code: "EDIT_CONFLICT", details } };
}
