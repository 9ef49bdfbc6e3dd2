import type { ListRowFields, ListValue } from "@airlock/contract";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { withQuery } from "../api/calls.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useResource } from "../api/use-resource.ts";
import { ProblemText } from "../parts/fault/problem-text.tsx";
import { cursorOf, totalText } from "../parts/list-page/use-list.ts";
import { SearchField } from "../parts/search/search-field.tsx";
import { downloadBlob } from "../ui/format/download-blob.ts";
import { counted, number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { Cell } from "./cell.tsx";
import { changeCount, isNumeric } from "./list-words.ts";
import { NewRow } from "./new-row.tsx";
import type { NamedList } from "./use-lists.ts";
import { useRowChanges, type RowChanges } from "./use-row-changes.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

interface RowsProps {
  readonly list: NamedList;
  /** A published version, whose rows are only shown; undefined for the draft. */
  readonly version: number | undefined;
  readonly onImport: () => void;
}

const pageRows = 50;

/** The rows of a version, or of the draft, where they are changed. */
export function Rows({ list, version, onImport }: RowsProps) {
  const { key, columns, draft } = list._embedded;
  const client = useClient();
  const messages = useMessages();
  const [search, setSearch] = useState("");
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [isAdding, setAdding] = useState(false);
  /** Where each page before this one began, the first with nothing. */
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  const href = linkFor(list, "rows", "GET");
  const isDraft = version === undefined;
  const changes = changeCount(draft);
  const showsChanges = isDraft && onlyChanges && changes > 0;
  const query = {
    limit: pageRows,
    ...(search === "" ? {} : { search }),
    ...(isDraft ? {} : { version }),
    ...(showsChanges ? { changes: "only" as const } : {}),
    ...(starts.at(-1) === undefined ? {} : { after: starts.at(-1) }),
  };
  const { data, error } = useResource("list.rows", { href, query, placeholderData: keepPreviousData });
  const change = useRowChanges(list);
  const mayChange = isDraft && change.isOffered;
  const next = data === undefined ? undefined : cursorOf(data);
  const restart = () => setStarts([undefined]);

  const download = async () => {
    const at = linkFor(list, "rowsFile", "GET");
    if (at === undefined) return;
    try {
      const file = await client.download("list.file", withQuery(at, { version }));
      downloadBlob(`${nameOf(list)}-${version === undefined ? "draft" : `v${version}`}.csv`, file);
    } catch (failure) {
      tellProblem(messages, failure);
    }
  };
  return (
    <section className="list-rows-section" aria-label="Rows">
      <div className="list-rows-bar">
        <SearchField
          label="Find rows"
          hint={`${key.name} begins with`}
          value={search}
          onChange={(text) => {
            setSearch(text);
            restart();
          }}
        />
        <span className="grow" />
        {mayChange && (
          <Button size="small" variant="outlined" color="inherit" startIcon={<Icon name="upload" size={14} />} onClick={onImport}>
            Import CSV
          </Button>
        )}
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="download" size={14} />}
          onClick={() => void download()}
        >
          Export
        </Button>
        {mayChange && (
          <Button size="small" startIcon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
            Add row
          </Button>
        )}
      </div>
      {error && data === undefined && <ProblemText error={error} />}
      {data === undefined && !error && <Skeleton variant="rounded" height={160} className="list-waiting" />}
      {data !== undefined && (data.items.length > 0 || isAdding) && (
        <div className="list-scroll">
          <table className="data-table sticky-head list-rows" aria-label={`Rows of ${nameOf(list)}`}>
            <thead>
              <tr>
                <th>
                  {key.name} <span className="list-type">key</span>
                </th>
                {columns.map((column) => (
                  <th key={column.name} className={isNumeric(column) ? "num" : undefined}>
                    {column.name} <span className="list-type">{column.type}</span>
                  </th>
                ))}
                <th aria-label="Change" />
              </tr>
            </thead>
            <tbody>
              {mayChange && isAdding && <NewRow list={list._embedded} onAdd={change.put} onCancel={() => setAdding(false)} />}
              {data.items.map(({ _embedded: row }) => (
                <tr key={row.key} className={row.change === null ? undefined : `list-row-${row.change}`}>
                  <td className="list-key">{row.change === "removed" ? <s>{row.key}</s> : row.key}</td>
                  {columns.map((column, at) => (
                    <Cell
                      key={column.name}
                      column={column}
                      label={`${column.name} of ${row.key}`}
                      value={row.values[at] ?? null}
                      before={beforeOf(row, at)}
                      save={mayChange && row.change !== "removed" ? (value) => change.save(row, at, value) : undefined}
                    />
                  ))}
                  <td className="list-row-end">
                    {row.change !== null && <span className="list-tag">{tags[row.change]}</span>}
                    {mayChange && <RowButton row={row} onPut={change.put} onRemove={change.remove} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data !== undefined && (
        <div className="list-rows-foot">
          <span>{countText(data._embedded, search, isDraft ? draft.rows : undefined, showsChanges)}</span>
          <span className="grow" />
          {isDraft && changes > 0 && (
            <Button
              size="small"
              onClick={() => {
                setOnlyChanges(!onlyChanges);
                restart();
              }}
            >
              {showsChanges ? "Show all rows" : `Show ${counted(changes, "change")}`}
            </Button>
          )}
          {(starts.length > 1 || next !== undefined) && (
            <>
              <IconButton
                size="small"
                aria-label="Previous rows"
                disabled={starts.length === 1}
                onClick={() => setStarts(starts.slice(0, -1))}
              >
                <Icon name="left" size={16} />
              </IconButton>
              <IconButton size="small" aria-label="Next rows" disabled={next === undefined} onClick={() => setStarts([...starts, next])}>
                <Icon name="right" size={16} />
              </IconButton>
            </>
          )}
        </div>
      )}
    </section>
  );
}

const tags = { added: "Added", changed: "Changed", removed: "Removed" } as const;

/** Of a changed row, the values that differ. */
function beforeOf({ values, before }: ListRowFields, at: number): ListValue | undefined {
  const was = before?.[at];
  return was === undefined || was === values[at] ? undefined : was;
}

function countText(found: Parameters<typeof totalText>[0], search: string, all: number | undefined, showsChanges: boolean): string {
  if (search !== "")
    return found.total === 1 ? `${totalText(found)} row begins with ${search}` : `${totalText(found)} rows begin with ${search}`;
  if (showsChanges) return `${totalText(found)} changed`;
  const rows = all === undefined ? totalText(found) : number(all);
  if (rows === "0") return "No rows yet. Add one, or import a CSV file.";
  return rows === "1" ? `${rows} row` : `${rows} rows`;
}

interface RowButtonProps {
  readonly row: ListRowFields;
  readonly onPut: RowChanges["put"];
  readonly onRemove: RowChanges["remove"];
}

/** Removes a row as it is published, and undoes what the draft changes. */
function RowButton({ row, onPut, onRemove }: RowButtonProps) {
  const { key, change, values, before } = row;
  const isChange = change !== null;
  const label = isChange ? `Undo the change of ${key}` : `Remove ${key}`;
  const run = () => {
    if (change === "changed") onPut(key, before ?? values, values);
    else if (change === "removed") onPut(key, values, null);
    else onRemove(key, values);
  };
  return (
    // Beside the button: below it would cover that of the next row.
    <Tooltip title={label} placement="left" disableInteractive>
      <IconButton size="small" aria-label={label} onClick={run}>
        <Icon name={isChange ? "undo" : "trash"} size={14} />
      </IconButton>
    </Tooltip>
  );
}
