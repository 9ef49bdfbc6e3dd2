import type { AnswerOf, ImportFields, RejectedRow, Resource } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useState } from "react";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { withQuery } from "../api/calls.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import type { Column } from "../parts/list-page/column.ts";
import { csvOf, downloadText } from "../parts/list-page/csv.ts";

const pageRows = 5_000;
const columnTitle = "Column";

/** The rows that could not be read, as a file in which they can be fixed and sent again. */
export function RejectedRows({ name, run }: { readonly name: string; readonly run: Resource<ImportFields> }) {
  const client = useClient();
  const messages = useMessages();
  const [fetching, setFetching] = useState(false);
  const href = linkFor(run, "rejections", "GET");
  if (href === undefined) return null;
  const download = async () => {
    setFetching(true);
    try {
      const rows: RejectedRow[] = [];
      let names: readonly string[] = [];
      for (let next: string | undefined = withQuery(href, { limit: pageRows }); next !== undefined;) {
        const page: AnswerOf<"import.rejections"> = await client.get("import.rejections", next);
        rows.push(...page.items.map(({ _embedded }) => _embedded));
        names = page._embedded.columns;
        next = page._links["next"]?.href;
      }
      downloadText(`${name} rejected.csv`, csvOf(columnsOf(names), rows));
    } catch (error) {
      tellProblem(messages, error);
    } finally {
      setFetching(false);
    }
  };
  return (
    <Button
      variant="outlined"
      size="small"
      disabled={fetching}
      startIcon={<Icon name="download" size={16} />}
      onClick={() => void download()}
    >
      Download {counted(run._embedded.rejectedRows, "rejected row")}
    </Button>
  );
}

function columnsOf(names: readonly string[]): readonly Column<RejectedRow>[] {
  const textColumn = (title: string, text: (row: RejectedRow) => string): Column<RejectedRow> => ({
    name: title,
    title,
    place: "other",
    show: text,
    text,
  });
  return [
    textColumn("Row", ({ row }) => String(row)),
    textColumn(columnTitle, ({ column }) => column),
    textColumn("Reason", ({ reason }) => reason),
    ...names.map((name, at) => textColumn(name, ({ cells }) => cells[at] ?? "")),
  ];
}
