/** What needs the flow package; loaded when someone duplicates or exports, not with the list. */
import type { DefinitionFields, Resource } from "@airlock/contract";
import { parseDefinition, toFile, type Definition } from "@airlock/flow";
import type { Client } from "../api/client.ts";
import { linkFor } from "../session/permissions.ts";
import { downloadFile } from "./download-file.ts";
import { fileName } from "./solution-file.ts";
import type { Solution } from "./use-solutions.ts";

export async function readDrawing(client: Client, solution: Solution): Promise<Definition> {
  const href = linkFor(solution, "definition", "GET");
  const parsed = parseDefinition((await client.request<Resource<DefinitionFields>>("GET", href ?? ""))._embedded);
  if (!parsed.ok) throw new Error(`The definition cannot be read: ${parsed.problems[0]?.message ?? ""}`);
  return parsed.definition;
}

export async function exportDrawing(client: Client, solution: Solution): Promise<void> {
  downloadFile(fileName(solution._embedded.name), toFile(await readDrawing(client, solution)), "application/json");
}
