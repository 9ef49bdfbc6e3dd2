import { openLists } from "@airlock/backend/lists";
import { recordedName } from "@airlock/contract";
import { emptyDefinition, withListsOfSubFlows } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { recordAccess } from "../audit/record-access.ts";
import { documentText } from "../definition/document-text.ts";
import { isFoundByCall } from "../definition/find-errors.ts";
import { reasonsOf } from "../definition/reasons-of.ts";
import { checkStored, readDraft } from "../definition/store.ts";
import { findGroup } from "../group/store.ts";
import { isStale } from "../http/stale.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, doneAsJson, isRefused, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { modelsFor } from "../prediction/models-for.ts";
import { refuseSecrets } from "../secret/may-use-secrets.ts";
import { openSecrets } from "../secret/open-secrets.ts";
import { secretNames } from "../secret/store.ts";
import { executeTest } from "./execute.ts";
import { solutionList, solutionResource, testExecutionResource } from "./resource.ts";
import { createSolution, deleteSolution, findSolution, isKeyTaken, listSolutions, updateSolution } from "./store.ts";
import { solutionSubject } from "./subject.ts";

export function solutionRoutes(router: Router, parts: Pick<Parts, "jobs" | "egress" | "secrets" | "postgres" | "definitionPool">): void {
  const { postgres, definitionPool } = parts;

  router.user("solutions.list", async ({ actor, tx, query }) => {
    if (query.groupWss !== undefined && !(await isOwnGroup(tx, actor, query.groupWss))) return refuse("GROUP_NOT_FOUND");
    const page = await listSolutions(tx, actor, query);
    return isRefused(page) ? page : done(solutionList(actor, query, page));
  });

  router.user("solutions.create", async ({ actor, tx, body, signal, resume }) => {
    const names = await secretNames(tx);
    const text = body.definition === undefined ? JSON.stringify(emptyDefinition()) : await documentText(tx, actor, body.definition);
    if (isRefused(text)) return text;
    return afterCommit(async () => {
      const definition = await definitionPool.check(text, names, { ...actor, signal });
      if (!definition.ok) {
        const problems = definition.problems.map(({ path, code, message }) => ({ field: `definition.${path}`, code, message }));
        return refuse("INVALID_REQUEST", problems);
      }
      return resume(async (own, now) => {
        const secrets = refuseSecrets(now, definition.definition);
        if (secrets !== undefined) return secrets;
        if (body.key !== undefined && (await isKeyTaken(own, now, body.key))) return refuse("SOLUTION_KEY_TAKEN");
        return read(own, now, await createSolution(own, now, { ...body, definition }));
      });
    });
  });

  router.object("solution.read", solutionSubject, ({ actor }, row) => Promise.resolve(done(solutionResource(actor, row))));

  router.object("solution.update", solutionSubject, async ({ actor, tx, body, ids }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (typeof body.groupWss === "string" && !(await isOwnGroup(tx, actor, body.groupWss))) return refuse("GROUP_NOT_FOUND");
    if (body.key !== undefined && (await isKeyTaken(tx, actor, body.key, row.id))) return refuse("SOLUTION_KEY_TAKEN");
    await updateSolution(tx, row.id, body);
    if (body.key !== undefined) {
      await parts.jobs.send(tx, "release.publish", { organisationId: actor.organisationId, solutionId: row.id }, ids);
    }
    return read(tx, actor, row.id);
  });

  router.object("solution.execute", solutionSubject, async ({ actor, tx, body, ids, address, signal, resume }, row) => {
    const draft = await readDraft(tx, row.id);
    const { [recordedName]: recorded, ...values } = body;
    const given = recorded ?? { webCalls: {}, predictions: {} };
    // Checking and calls may take seconds; no row stays locked meanwhile.
    return afterCommit(async () => {
      const { text, definition, errors } = await checkStored(definitionPool, draft, { ...actor, signal });
      const reasons = reasonsOf(errors.filter((finding) => !isFoundByCall(finding)));
      if (reasons.length > 0) return refuse("INVALID_SOLUTION_DEFINITION", reasons);
      const { revision } = draft;
      const access = { noun: "testExecution", change: "executed", recordId: row.id, recordName: row.name, details: { revision } } as const;
      const opened = await resume(async (own) => {
        const loaded = { secrets: await openSecrets(own, parts.secrets, definition), models: await modelsFor(own, definition) };
        await recordAccess(own, { ids, address }, access);
        return loaded;
      });
      if (isRefused(opened)) return opened;
      const { secrets, models } = opened;
      const { organisationId } = actor;
      const lists = await openLists(postgres, actor, withListsOfSubFlows(definition).lists);
      const tested = await executeTest({ definition, values, given, secrets, models, lists, organisationId }, parts.egress);
      if (!tested.ok) return refuse(tested.code, tested.problems);
      const { record, head } = tested;
      const trace = { text, record, head: { ...head, solutionWss: row.id, revision } };
      return doneAsJson(testExecutionResource(actor, row, await definitionPool.trace(trace, { ...actor, signal })));
    });
  });

  router.object("solution.delete", solutionSubject, async ({ actor, tx, ids }, row) => {
    // None of them serves; the jobs only tidy up what runtimes remember.
    await parts.jobs.send(tx, "release.publish", { organisationId: actor.organisationId, solutionId: row.id }, ids);
    for (const versionId of await deleteSolution(tx, row.id)) {
      await parts.jobs.send(tx, "deployment.publish", { organisationId: actor.organisationId, versionId }, ids);
    }
    return nothing;
  });
}

/** A group of an organisation that one manages is in sight too, but cannot own what one decides with. */
async function isOwnGroup(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  return (await findGroup(tx, id, false, actor))?.organisation_id === actor.organisationId;
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findSolution(tx, id, false);
  return row === undefined ? refuse("SOLUTION_NOT_FOUND") : done(solutionResource(actor, row));
}
