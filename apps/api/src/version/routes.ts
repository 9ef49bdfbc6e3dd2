import { linksOf, versionOpenApi } from "@airlock/contract";
import type { Runtimes } from "@airlock/backend/deployments";
import type { Tx } from "@airlock/platform/postgres";
import { readDraft } from "../definition/store.ts";
import { deploymentRoutes } from "../deployment/routes.ts";
import type { Router } from "../http/router.ts";
import type { Page } from "../http/page.ts";
import { isStale } from "../http/stale.ts";
import type { UserCall } from "../http/call.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { solutionState } from "../solution/resource.ts";
import { findSolution } from "../solution/store.ts";
import { solutionSubject } from "../solution/subject.ts";
import { freezeDraft } from "./freeze-draft.ts";
import { frozenDefinitionResource, versionList, versionResource } from "./resource.ts";
import {
  createVersion,
  findVersion,
  listDeployedVersions,
  listVersions,
  readFrozenDefinition,
  updateVersion,
  type VersionRow,
} from "./store.ts";
import { withLiveStatus } from "./live-status.ts";
import { liveVersionSubject } from "./subject.ts";

export function versionRoutes(router: Router, parts: Parts, publicUrl: string, maxBodyBytes?: number): void {
  const { runtimes } = parts;
  const versionSubject = liveVersionSubject(runtimes);
  const live = (page: Page<VersionRow>): Page<VersionRow> => ({ ...page, rows: page.rows.map((row) => withLiveStatus(row, runtimes)) });

  router.object("solution.versions.list", solutionSubject, async ({ actor, tx, query }, solution) => {
    const page = await listVersions(tx, solution.id, query);
    const self = linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions)["versions"];
    return isRefused(page) ? page : done(versionList(actor, self, query, live(page)));
  });

  router.object("solution.versions.create", creatable, async ({ actor, tx, body, signal, resume }, solution) => {
    const draft = await readDraft(tx, solution.id);
    return afterCommit(async () => {
      const frozen = await freezeDraft(parts, actor, draft, {
        pinsModels: true,
        pinnedLists: new Set(body.pinnedLists),
        invalid: "INVALID_SOLUTION_DEFINITION",
        signal,
      });
      if (isRefused(frozen)) return frozen;
      return resume(async (own, now) => {
        if ((await findSolution(own, solution.id, true)) === undefined) return refuse("SOLUTION_NOT_FOUND");
        return read(own, now, await createVersion(own, now, solution.id, body, frozen), runtimes);
      });
    });
  });

  const deployed = async ({ actor, tx, query }: UserCall<"versions.list">) => {
    const page = await listDeployedVersions(tx, query);
    const self = linksOf("profile", {}, {}, actor.permissions)["versions"];
    return isRefused(page) ? page : done(versionList(actor, self, query, live(page)));
  };
  router.user("versions.list", deployed);
  router.user<"versions.listAll">("versions.listAll", deployed);

  router.object("version.read", versionSubject, ({ actor }, row) => Promise.resolve(done(versionResource(actor, row))));

  router.object("version.definition", versionSubject, async ({ actor, tx }, row) =>
    done(frozenDefinitionResource(actor, row, await readFrozenDefinition(tx, row.id))),
  );

  router.object("version.openapi", versionSubject, async ({ tx }, row) => {
    const definition = await readFrozenDefinition(tx, row.id);
    const { id: versionId, name: versionName, description: versionDescription, solution_name: solutionName } = row;
    const limits = maxBodyBytes === undefined ? {} : { maxBodyBytes };
    const described = { versionId, versionName, versionDescription, solutionName, definition, serverUrl: publicUrl, ...limits };
    return done({ openapi: "3.1.0", ...versionOpenApi(described) });
  });

  router.object("version.update", versionSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    await updateVersion(tx, row.id, body);
    return read(tx, actor, row.id, runtimes);
  });

  deploymentRoutes(router, parts);
}

/**
 * The link to create a version is hidden while the draft is known to be invalid. A call is validated anyway, because its refusal must name
 * the findings.
 */
const creatable: typeof solutionSubject = { ...solutionSubject, state: (row) => ({ ...solutionState(row), validRuntime: true }) };

async function read(tx: Tx, actor: Actor, id: string, runtimes: Runtimes) {
  const row = await findVersion(tx, id, false);
  return row === undefined ? refuse("VERSION_NOT_FOUND") : done(versionResource(actor, withLiveStatus(row, runtimes)));
}
