import { parseDefinition } from "@airlock/flow";
import { isStale } from "../http/stale.ts";
import type { Router } from "../http/router.ts";
import { done, refuse } from "../outcome.ts";
import { findSolution } from "../solution/store.ts";
import { solutionSubject } from "../solution/subject.ts";
import { definitionResource } from "./resource.ts";
import { readDefinition, writeDefinition } from "./store.ts";

export function definitionRoutes(router: Router): void {
  router.object("definition.read", solutionSubject, async ({ actor, tx }, solution) =>
    done(definitionResource(actor, solution, await readDefinition(tx, solution.id))),
  );

  router.object("definition.update", solutionSubject, async ({ actor, tx, body }, solution) => {
    const parsed = parseDefinition(body);
    if (!parsed.ok) {
      const problems = parsed.problems.map(({ path, code, message }) => ({ field: path, code, message }));
      return refuse("INVALID_REQUEST", problems);
    }
    if (isStale(body, await readDefinition(tx, solution.id))) return refuse("EDIT_CONFLICT");
    const stored = await writeDefinition(tx, actor, solution.id, parsed.definition);
    // Whether a version can be made of it may have changed with it.
    const changed = await findSolution(tx, solution.id, false);
    return changed === undefined ? refuse("SOLUTION_NOT_FOUND") : done(definitionResource(actor, changed, stored));
  });
}
