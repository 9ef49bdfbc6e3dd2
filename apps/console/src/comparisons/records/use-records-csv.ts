import type { AnswerOf, ComparedRecordFields } from "@airlock/contract";
import { useState } from "react";
import { withQuery } from "../../api/calls.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { downloadText } from "../../parts/list-page/csv.ts";
import { recordsCsv } from "./records-csv.ts";
import type { RecordFilter, WholeComparison } from "../../parts/comparison/use-comparison.ts";

const pageSize = 500;

/** All records that the filter leaves, page after page, as one file. */
export function useRecordsCsv(comparison: WholeComparison) {
  const client = useClient();
  const messages = useMessages();
  const [rows, setRows] = useState<number>();
  const href = linkFor(comparison, "records", "GET");
  const download = async (filter: RecordFilter): Promise<void> => {
    setRows(0);
    try {
      const records: ComparedRecordFields[] = [];
      let next: string | undefined = withQuery(href ?? "", { limit: pageSize, ...filter });
      while (next !== undefined) {
        const page: AnswerOf<"comparison.records"> = await client.get("comparison.records", next);
        records.push(...page.items.map(({ _embedded }) => _embedded));
        setRows(records.length);
        next = page._links["next"]?.href;
      }
      downloadText("changed-records.csv", recordsCsv(comparison._embedded, records));
    } catch (error) {
      tellProblem(messages, error);
    } finally {
      setRows(undefined);
    }
  };
  return { isBusy: rows !== undefined, rows: rows ?? 0, download };
}
