import type { ComparedRecordFields, Resource } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import type { ReactNode } from "react";
import { secondDate } from "../../ui/format/dates.ts";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutcomeChip } from "../../ui/outcome/outcome-chip.tsx";
import { KindIcon } from "../diagram/kind-icon.tsx";
import { kindLook } from "../diagram/kind-look.ts";
import { outcomeText } from "../outcome-mix/outcome-words.ts";
import { decidedByText } from "./decided-by.ts";
import type { WholeComparison } from "./use-comparison.ts";
import "./comparison-parts.css";

interface RecordsTableProps {
  readonly comparison: WholeComparison;
  readonly items: readonly Resource<ComparedRecordFields>[];
  readonly opened?: string | undefined;
  /** A button or a link with this text that opens the record. */
  readonly renderOpen: (record: ComparedRecordFields, text: string) => ReactNode;
}

/** Records with another outcome: from what to what, and where the two flows diverge. */
export function RecordsTable({ comparison, items, opened, renderOpen }: RecordsTableProps) {
  const { leftDefinition, rightDefinition, carry, datasource } = comparison._embedded;
  return (
    <div className="scroll-rest cmp-scroll">
      <table className="data-table sticky-head" aria-label="Changed records">
        <thead>
          <tr>
            <th>{datasource === null ? "Started" : "Record"}</th>
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
              renderOpen={renderOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly record: ComparedRecordFields;
  /** Columns that were carried along. */
  readonly carry: readonly string[];
  readonly definitions: readonly Definition[];
  readonly isOpen: boolean;
  readonly renderOpen: RecordsTableProps["renderOpen"];
}

function Row({ record, carry, definitions, isOpen, renderOpen }: RowProps) {
  const { started, row, outcomeLeft, outcomeRight, left, right } = record;
  const [name, before, after] = workedOut(record) ?? [];
  return (
    <tr className={isOpen ? "is-open" : ""}>
      <td>{renderOpen(record, started === null ? number(row ?? 0) : secondDate(started))}</td>
      {carry.map((name) => (
        <td key={name} className="mono">
          {record.carriedData[name] ?? <span className="faint">missing</span>}
        </td>
      ))}
      <td>
        <span className="inline-row wrap cmp-flow">
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
        <span className="inline-row wrap">
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
    <span className="inline-row wrap">
      <span className="node-tile cmp-tile" style={record.firstLink === "" ? colour : kindLook("End").colour}>
        {record.firstLink === "" ? <KindIcon kind={node.type} size={14} /> : <Icon name="link" size={14} />}
      </span>
      {name}
      {why !== undefined && <span className="muted num">{why}</span>}
    </span>
  );
}

type FieldValue = string | number | boolean | undefined;

/** The number that moved, where one did: the last of those that differ, which is nearest to the outcome. */
function workedOut({ left, right }: ComparedRecordFields): readonly [string, FieldValue, FieldValue] | undefined {
  if (left === undefined || right === undefined) return undefined;
  const names = [...new Set([...Object.keys(left.runtimeData), ...Object.keys(right.runtimeData)])];
  const moved = names.filter((name) => left.runtimeData[name] !== right.runtimeData[name]);
  const isNumber = (name: string) => typeof left.runtimeData[name] === "number" && typeof right.runtimeData[name] === "number";
  const name = moved.findLast(isNumber);
  return name === undefined ? undefined : [name, left.runtimeData[name], right.runtimeData[name]];
}
