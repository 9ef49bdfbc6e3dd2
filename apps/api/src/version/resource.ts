import {
  linksOf,
  versionFields,
  type DefinitionFields,
  type Link,
  type List,
  type PageQuery,
  type Resource,
  type ResourceStates,
  type VersionFields,
} from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { VersionRow } from "./store.ts";

const { models: versionModels, lists: versionLists } = versionFields.shape;

export function versionState(row: VersionRow): ResourceStates["version"] {
  return { deploymentStatus: row.deployment_status };
}

export function versionResource(actor: Actor, row: VersionRow): Resource<VersionFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      versionName: row.name,
      versionDescription: row.description,
      createdDate: row.created_at.toISOString(),
      createdBy: row.created_by_name,
      deploymentStatus: row.deployment_status,
      deploymentMessage: row.deployment_message,
      entityWss: row.solution_id,
      solutionName: row.solution_name,
      solutionKey: row.solution_key,
      isLive: row.is_live,
      behaviour: row.behaviour,
      hash: row.hash,
      models: versionModels.parse(row.models),
      lists: versionLists.parse(row.lists),
      revision: row.revision,
    },
    _links: linksOf("version", versionState(row), { versionId: row.id, solutionId: row.solution_id }, actor.permissions),
  };
}

/** Only what could run was frozen, so there is nothing wrong with it. */
export function frozenDefinitionResource(actor: Actor, row: VersionRow, definition: Definition): Resource<DefinitionFields> {
  const links = linksOf("version", versionState(row), { versionId: row.id, solutionId: row.solution_id }, actor.permissions);
  const { definition: self, self: version, entity } = links;
  return {
    _embedded: {
      ...definition,
      validRuntime: true,
      errors: [],
      revision: row.revision,
      savedBy: "",
      savedDate: row.created_at.toISOString(),
    },
    _links: { ...(self && { self }), ...(version && { version }), ...(entity && { entity }) },
  };
}

export function versionList(actor: Actor, self: Link | undefined, query: PageQuery, page: Page<VersionRow>): List<VersionFields> {
  return pageList(
    page.rows.map((row) => versionResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}
