import { linksOf, type DefinitionFields, type Link, type List, type PageQuery, type Resource, type SaveFields } from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import { solutionState } from "../solution/resource.ts";
import type { SolutionRow } from "../solution/store.ts";
import type { ValidatedDefinition } from "./find-errors.ts";
import type { SaveRow } from "./saves.ts";
import type { StoredDefinition } from "./store.ts";

function solutionLinks(actor: Actor, solution: SolutionRow) {
  return linksOf("solution", solutionState(solution), { solutionId: solution.id }, actor.permissions);
}

export function definitionResource(actor: Actor, solution: SolutionRow, stored: StoredDefinition): Resource<DefinitionFields> {
  const { definition: self, self: entity, versions, execute, saves } = solutionLinks(actor, solution);
  const { definition, validRuntime, errors, revision, savedBy, savedAt } = stored;
  return {
    _embedded: { ...definition, validRuntime, errors, revision, savedBy, savedDate: savedAt.toISOString() },
    _links: {
      ...(self && { self }),
      ...(entity && { entity }),
      ...(versions && { versions }),
      ...(execute && { execute }),
      ...(saves && { saves }),
    },
  };
}

function saveFields(actor: Actor, row: SaveRow): SaveFields {
  const { revision, saved_by, saved_by_name: savedBy, saved_at, valid_runtime: validRuntime } = row;
  return { revision, savedBy, savedByYou: saved_by === actor.userId, savedDate: saved_at.toISOString(), validRuntime };
}

function saveLink(saves: Link, revision: number): Link {
  return { href: `${saves.href}/${revision}`, allow: ["GET"] };
}

export function saveList(actor: Actor, solution: SolutionRow, query: PageQuery, page: Page<SaveRow>): List<SaveFields> {
  const { saves } = solutionLinks(actor, solution);
  const items = page.rows.map((row) => ({
    _embedded: saveFields(actor, row),
    _links: saves === undefined ? {} : { self: saveLink(saves, row.revision) },
  }));
  return pageList(items, page, listLinks(saves, query, page));
}

export function saveResource(
  actor: Actor,
  solution: SolutionRow,
  row: SaveRow,
  validated: ValidatedDefinition,
): Resource<DefinitionFields> {
  const { saves, self: entity } = solutionLinks(actor, solution);
  const { definition, validRuntime, errors } = validated;
  const { revision, savedBy, savedDate } = saveFields(actor, row);
  return {
    _embedded: { ...definition, validRuntime, errors, revision, savedBy, savedDate },
    _links: { ...(saves && { self: saveLink(saves, revision) }), ...(entity && { entity }) },
  };
}
