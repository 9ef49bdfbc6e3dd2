import { recordedName } from "@airlock/contract";
import { emptyDefinition, parseDefinition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { createJudge } from "../definition/judge.ts";
import { reasonsOf } from "../definition/reasons-of.ts";
import { readDefinition } from "../definition/store.ts";
import { findGroup } from "../group/store.ts";
import { isStale } from "../http/stale.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { modelsFor } from "../prediction/models-for.ts";
import { openSecrets } from "../secret/open-secrets.ts";
import { executeTest } from "./execute.ts";
import { solutionList, solutionResource, testExecutionResource } from "./resource.ts";
import { createSolution, deleteSolution, findSolution, listSolutions, updateSolution } from "./store.ts";
import { solutionSubject } from "./subject.ts";

export function solutionRoutes(router: Router, parts: Pick<Parts, "jobs" | "egress" | "egressPolicy" | "secrets">): void {
  const judge = createJudge(parts.egressPolicy);

  router.user("solutions.list", async ({ actor, tx, query }) => {
    if (query.groupWss !== undefined && !(await isOwnGroup(tx, actor, query.groupWss))) return refuse("GROUP_NOT_FOUND");
    const page = await listSolutions(tx, actor, query);
    return "kind" in page ? page : done(solutionList(actor, query, page));
  });

  router.user("solutions.create", async ({ actor, tx, body }) => {
    const parsed = parseDefinition(body.definition ?? emptyDefinition());
    if (!parsed.ok) {
      const problems = parsed.problems.map(({ path, code, message }) => ({ field: `definition.${path}`, code, message }));
      return refuse("INVALID_REQUEST", problems);
    }
    return read(tx, actor, await createSolution(tx, judge, actor, { ...body, definition: parsed.definition }));
  });

  router.object("solution.read", solutionSubject, ({ actor }, row) => Promise.resolve(done(solutionResource(actor, row))));

  router.object("solution.update", solutionSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (typeof body.groupWss === "string" && !(await isOwnGroup(tx, actor, body.groupWss))) return refuse("GROUP_NOT_FOUND");
    await updateSolution(tx, row.id, body);
    return read(tx, actor, row.id);
  });

  router.object("solution.execute", solutionSubject, async ({ actor, tx, body }, row) => {
    const { definition, revision, validRuntime, errors } = await readDefinition(tx, judge, row.id);
    if (!validRuntime) return refuse("INVALID_SOLUTION_DEFINITION", reasonsOf(errors));
    const { [recordedName]: recorded, ...values } = body;
    const given = recorded ?? { webCalls: {}, predictions: {} };
    const secrets = await openSecrets(tx, parts.secrets, definition);
    const models = await modelsFor(tx, definition);
    // Calls may take seconds; no row stays locked meanwhile.
    return afterCommit(async () => {
      const tested = await executeTest({ definition, values, given, secrets, models, organisationId: actor.organisationId }, parts.egress);
      return tested.ok ? done(testExecutionResource(actor, row, revision, tested.execution)) : refuse(tested.code, tested.problems);
    });
  });

  router.object("solution.delete", solutionSubject, async ({ actor, tx, ids }, row) => {
    // None of them serves; the job only tidies up what runtimes remember.
    for (const versionId of await deleteSolution(tx, row.id)) {
      await parts.jobs.send(tx, "deployment.publish", { organisationId: actor.organisationId, versionId }, ids);
    }
    return nothing;
  });
}

/** A group of an organisation that one manages is in sight too, but cannot own what one decides with. */
async function isOwnGroup(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  return (await findGroup(tx, id, false))?.organisation_id === actor.organisationId;
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findSolution(tx, id, false);
  return row === undefined ? refuse("SOLUTION_NOT_FOUND") : done(solutionResource(actor, row));
}
