/** The code that needs the flow package; loaded for duplicating and exporting, not with the list. */
import type { Resource, SolutionFields } from "@airlock/contract";
import { parseDefinition, toFile, type Definition } from "@airlock/flow";
import type { Client } from "../api/client.ts";
import { linkFor } from "../api/session/permissions.ts";
import { downloadFile } from "./download-file.ts";
import { fileName } from "./solution-file.ts";

export async function readDrawing(client: Client, solution: Resource<SolutionFields>): Promise<Definition> {
  const href = linkFor(solution, "definition", "GET");
  const parsed = parseDefinition((await client.get("definition.read", href ?? ""))._embedded);
  if (!parsed.ok) throw new Error(`The definition cannot be read: ${parsed.problems[0]?.message ?? ""}`);
  return parsed.definition;
}

export async function exportDrawing(client: Client, solution: Resource<SolutionFields>): Promise<void> {
  downloadFile(fileName(solution._embedded.name), toFile(await readDrawing(client, solution)), "application/json");
}
