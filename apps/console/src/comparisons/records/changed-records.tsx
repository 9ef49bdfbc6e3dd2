import type { ComparedRecordFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useEffect, useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { KindIcon } from "../../parts/diagram/kind-icon.tsx";
import { kindLook } from "../../parts/diagram/kind-look.ts";
import { secondDate } from "../../ui/format/dates.ts";
import { number } from "../../ui/format/numbers.ts";
import { OutcomeChip } from "../../ui/outcome/outcome-chip.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import { decidedByText } from "./decided-by.ts";
import { FindField, MoveMenu } from "./record-filters.tsx";
import { recordWord, sameText } from "../side-name.ts";
import { useRecordsCsv } from "./use-records-csv.ts";
import { isUnderWay, useComparedRecords, type RecordFilter, type WholeComparison } from "../use-comparison.ts";

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

/** Every record that came out differently: executions newest first, rows in their order. */
export function ChangedRecords({ comparison, filter, onFilter, opened, onOpen, onListed, isAlone, onAlone }: ChangedRecordsProps) {
  /** Where each page that was passed began. */
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  const [shownFilter, setShownFilter] = useState(filter);
  if (shownFilter !== filter) {
    setShownFilter(filter);
    setPages([undefined]);
  }
  const { summary, leftDefinition, rightDefinition, carry } = comparison._embedded;
  const list = useComparedRecords(comparison, filter, pages.at(-1), pageSize);
  const items = list.data?.items ?? [];
  const ids = items.map(({ _embedded }) => _embedded.recordId).join(" ");
  useEffect(() => onListed(ids === "" ? [] : ids.split(" ")), [ids, onListed]);
  const csv = useRecordsCsv(comparison);
  const isOverRows = comparison._embedded.datasource !== null;
  const total = list.data?._embedded.total;
  const next = list.data?._links["next"]?.href;
  const first = (pages.length - 1) * pageSize;
  return (
    <section className="cmp-records" aria-label="Changed records">
      <div className="cmp-records-head">
        <h2>Changed records</h2>
        <span className="cmp-count num">{number(total ?? summary.changed)}</span>
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
              : sameText(summary.compared, recordWord(comparison._embedded))}
        </p>
      )}
      {items.length > 0 && (
        <div className="cmp-scroll">
          <table aria-label="Changed records">
            <thead>
              <tr>
                <th>{isOverRows ? "Record" : "Started"}</th>
                {carry.map((name) => (
                  <th key={name}>
                    <span className="df carried">{name}</span>
                  </th>
                ))}
                <th>From and to</th>
                <th>Computed values</th>
                <th>First difference</th>
                <th>Reason codes</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ _embedded: record }) => (
                <Row
                  key={record.recordId}
                  record={record}
                  carry={carry}
                  definitions={[rightDefinition, leftDefinition]}
                  isOpen={record.recordId === opened}
                  onOpen={() => onOpen(record.recordId === opened ? undefined : record.recordId)}
                />
              ))}
            </tbody>
          </table>
        </div>
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

interface RowProps {
  readonly record: ComparedRecordFields;
  /** Columns that were carried along. */
  readonly carry: readonly string[];
  readonly definitions: readonly Definition[];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Row({ record, carry, definitions, isOpen, onOpen }: RowProps) {
  const { started, row, outcomeLeft, outcomeRight, left, right } = record;
  const [name, before, after] = workedOut(record) ?? [];
  return (
    <tr className={isOpen ? "is-open" : ""}>
      <td>
        <button type="button" className="cmp-open num" aria-pressed={isOpen} onClick={onOpen}>
          {started === null ? number(row ?? 0) : secondDate(started)}
        </button>
      </td>
      {carry.map((name) => (
        <td key={name} className="mono">
          {record.carriedData[name] ?? <span className="faint">missing</span>}
        </td>
      ))}
      <td>
        <span className="cmp-flow">
          <OutcomeChip value={outcomeText(outcomeLeft)} />
          <Icon name="forward" size={12} />
          <OutcomeChip value={outcomeText(outcomeRight)} />
        </span>
      </td>
      <td className="mono">
        {name === undefined ? (
          <span className="faint">{left === undefined ? "not kept any more" : "the same"}</span>
        ) : (
          <>
            <span className="faint">{name}</span> {before ?? "missing"} <span className="faint">to</span> <b>{after ?? "missing"}</b>
          </>
        )}
      </td>
      <td>
        <First record={record} definitions={definitions} />
      </td>
      <td>
        <span className="cmp-codes">
          <Codes codes={left?.reasonCodes} />
          {left?.reasonCodes.join() !== right?.reasonCodes.join() && (
            <>
              <Icon name="forward" size={12} />
              <Codes codes={right?.reasonCodes} />
            </>
          )}
        </span>
      </td>
    </tr>
  );
}

function Codes({ codes = [] }: { readonly codes?: readonly string[] | undefined }) {
  if (codes.length === 0) return <span className="faint">none</span>;
  return codes.map((code) => (
    <span key={code} className="chip code">
      {code}
    </span>
  ));
}

function First({ record, definitions }: { readonly record: ComparedRecordFields; readonly definitions: readonly Definition[] }) {
  const node = definitions.flatMap(({ solutionDefinition }) => solutionDefinition.nodes).find(({ id }) => id === record.firstNode);
  if (node === undefined) return <span className="faint">-</span>;
  const { title, colour } = kindLook(node.type);
  const why = decidedByText(record);
  const name = node.label === "" ? title : node.label;
  return (
    <span className="cmp-why">
      <span className="cmp-tile" style={record.firstLink === "" ? colour : kindLook("End").colour}>
        {record.firstLink === "" ? <KindIcon kind={node.type} size={14} /> : <Icon name="link" size={14} />}
      </span>
      {name}
      {why !== undefined && <span className="muted num">{why}</span>}
    </span>
  );
}

/** The number that moved, where one did: the last of those that differ, which is nearest to the outcome. */
function workedOut({
  left,
  right,
}: ComparedRecordFields): readonly [string, string | number | undefined, string | number | undefined] | undefined {
  if (left === undefined || right === undefined) return undefined;
  const names = [...new Set([...Object.keys(left.runtimeData), ...Object.keys(right.runtimeData)])];
  const moved = names.filter((name) => left.runtimeData[name] !== right.runtimeData[name]);
  const isNumber = (name: string) => typeof left.runtimeData[name] === "number" && typeof right.runtimeData[name] === "number";
  const name = moved.findLast(isNumber);
  return name === undefined ? undefined : [name, left.runtimeData[name], right.runtimeData[name]];
}
