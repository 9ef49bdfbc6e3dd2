import type { AnswerOf, ResultRow } from "@airlock/contract";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { resultCsv, maxCsvRecords } from "./result-csv.ts";
import type { ResultDetails } from "./use-result.ts";

/** The records of a result as CSV, page after page; undefined where they may not be read. */
export function useResultCsv(details: ResultDetails): (() => Promise<string>) | undefined {
  const client = useClient();
  const href = linkFor(details, "records", "POST");
  if (href === undefined) return undefined;
  return async () => {
    const records: ResultRow[] = [];
    for (let after: number | null = 0; after !== null && records.length < maxCsvRecords;) {
      const page: AnswerOf<"experimentResult.records"> = await client.post("experimentResult.records", href, {
        body: { limit: 1000, after },
      });
      records.push(...page._embedded.records);
      after = page._embedded.next;
    }
    return resultCsv(details._embedded.fields, records);
  };
}
