import type { AnswerOf } from "@airlock/contract";
import { call } from "../api/call.ts";
import type { Client } from "../api/client.ts";
import type { NamedList } from "./use-lists.ts";

export interface ImportChoice {
  readonly mode: "replace" | "merge";
  readonly rejected: "refuse" | "skip";
}

/** Sends a whole file; browsers name the type of a CSV file in different ways. */
export function importFile(client: Client, list: NamedList, file: Blob, query: ImportChoice): Promise<AnswerOf<"list.import">> {
  return call(client, "list.import", list, { query, body: new Blob([file], { type: "text/csv" }) });
}
