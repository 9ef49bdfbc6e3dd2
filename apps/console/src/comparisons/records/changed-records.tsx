import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useEffect, useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import { FindField, MoveMenu } from "./record-filters.tsx";
import { recordNoun, sameText } from "../../parts/comparison/side-name.ts";
import { RecordsTable } from "../../parts/comparison/records-table.tsx";
import { useRecordsCsv } from "./use-records-csv.ts";
import { isUnderWay, useComparedRecords, type RecordFilter, type WholeComparison } from "../../parts/comparison/use-comparison.ts";

interface ChangedRecordsProps {
  readonly comparison: WholeComparison;
  readonly filter: RecordFilter;
  readonly onFilter: (filter: RecordFilter) => void;
  readonly opened: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  /** The records that are shown, in their order. */
  readonly onListed: (ids: readonly string[]) => void;
  /** Whether they have the room of the diagram, too. */
  readonly isAlone: boolean;
  readonly onAlone: (isAlone: boolean) => void;
}

const pageSize = 25;

/** Every record with another outcome: executions newest first, rows in their order. */
export function ChangedRecords({ comparison, filter, onFilter, opened, onOpen, onListed, isAlone, onAlone }: ChangedRecordsProps) {
  /** The cursors of the previous pages. */
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  const [shownFilter, setShownFilter] = useState(filter);
  if (shownFilter !== filter) {
    setShownFilter(filter);
    setPages([undefined]);
  }
  const { summary } = comparison._embedded;
  const list = useComparedRecords(comparison, filter, pages.at(-1), pageSize);
  const items = list.data?.items ?? [];
  const ids = items.map(({ _embedded }) => _embedded.recordId).join(" ");
  useEffect(() => onListed(ids === "" ? [] : ids.split(" ")), [ids, onListed]);
  const csv = useRecordsCsv(comparison);
  const total = list.data?._embedded.total;
  const next = list.data?._links["next"]?.href;
  const first = (pages.length - 1) * pageSize;
  return (
    <section className="cmp-records" aria-label="Changed records">
      <div className="cmp-records-head">
        <h2>Changed records</h2>
        <span className="count-badge num">{number(total ?? summary.changed)}</span>
        {filter.from !== undefined && (
          <Button size="small" color="inherit" startIcon={<Icon name="x" size={14} />} onClick={() => onFilter(withoutMove(filter))}>
            {outcomeText(filter.from)} to {outcomeText(filter.to ?? "")}
          </Button>
        )}
        <span className="grow" />
        <FindField value={filter.search ?? ""} onFind={(search) => onFilter({ ...filter, search })} />
        <MoveMenu summary={summary} onChoose={({ from, to }) => onFilter({ ...filter, from, to })} />
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={csv.isBusy || !total}
          startIcon={<Icon name="download" size={14} />}
          onClick={() => void csv.download(filter)}
        >
          {csv.isBusy ? `CSV, ${number(csv.rows)}` : "CSV"}
        </Button>
        <Button
          size="small"
          color="inherit"
          aria-pressed={isAlone}
          startIcon={<Icon name={isAlone ? "solutions" : "table"} size={14} />}
          onClick={() => onAlone(!isAlone)}
        >
          {isAlone ? "Diagram" : "Records alone"}
        </Button>
        <span className="muted num">
          {total === undefined || total === 0 ? "" : `${number(first + 1)}-${number(first + items.length)} of ${number(total)}`}
        </span>
        <IconButton
          size="small"
          aria-label="Previous records"
          disabled={pages.length === 1}
          onClick={() => setPages((before) => before.slice(0, -1))}
        >
          <Icon name="left" size={16} />
        </IconButton>
        <IconButton
          size="small"
          aria-label="Next records"
          disabled={next === undefined}
          onClick={() => setPages((before) => [...before, new URL(next ?? "", location.origin).searchParams.get("after") ?? undefined])}
        >
          <Icon name="right" size={16} />
        </IconButton>
      </div>
      {list.error && <FaultPanel error={list.error} onRetry={() => void list.refetch()} />}
      {total === 0 && (
        <p className="cmp-none">
          {isUnderWay(comparison._embedded)
            ? "No outcomes changed so far."
            : isFiltered(filter)
              ? "No changed record matches this filter."
              : sameText(summary.compared, recordNoun(comparison._embedded))}
        </p>
      )}
      {items.length > 0 && (
        <RecordsTable
          comparison={comparison}
          items={items}
          opened={opened}
          renderOpen={({ recordId }, text) => (
            <button
              type="button"
              className="cmp-open num"
              aria-pressed={recordId === opened}
              onClick={() => onOpen(recordId === opened ? undefined : recordId)}
            >
              {text}
            </button>
          )}
        />
      )}
    </section>
  );
}

function withoutMove({ search }: RecordFilter): RecordFilter {
  return search === undefined ? {} : { search };
}

function isFiltered({ from, search }: RecordFilter): boolean {
  return from !== undefined || (search ?? "") !== "";
}
