import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import type { ReactNode } from "react";
import { number } from "../format/numbers.ts";
import { CheckMark } from "../look/check-mark.tsx";
import { Icon } from "../look/icon.tsx";
import type { Column } from "./column.ts";
import type { Sort } from "./table-search.ts";
import { SearchField } from "./search-field.tsx";

interface HeadBarProps {
  /** 'solutions' */
  readonly many: string;
  readonly searched: string;
  readonly onSearched: (text: string) => void;
  readonly selected: number;
  readonly onClearSelection: () => void;
  readonly onDelete: (() => void) | undefined;
  readonly onExport: (() => void) | undefined;
  readonly onAdd: (() => void) | undefined;
  readonly columnMenu: ReactNode;
  readonly sortMenu: ReactNode;
}

/** 52 high, with or without a selection: it turns blue, and nothing under it moves. */
export function HeadBar(props: HeadBarProps) {
  const { many, searched, onSearched, selected, onClearSelection, onDelete, onExport, onAdd, columnMenu, sortMenu } = props;
  const search = <SearchField label={`Filter ${many}`} value={searched} onChange={onSearched} />;
  return (
    <div className={selected > 0 ? "table-head bulk" : "table-head"}>
      {selected > 0 ? (
        <div className="table-bulk" role="toolbar" aria-label={`Selected ${many}`}>
          <strong className="num">{number(selected)} selected</strong>
          <span className="table-rule" />
          {onDelete && (
            <Button size="small" color="error" startIcon={<Icon name="trash" size={14} />} onClick={onDelete}>
              Delete
            </Button>
          )}
          <Button size="small" color="inherit" className="table-clear" onClick={onClearSelection}>
            Clear selection
          </Button>
        </div>
      ) : (
        search
      )}
      <span className="grow" />
      {selected > 0 && search}
      {sortMenu}
      {columnMenu}
      {onExport && (
        <Tooltip title="Export CSV">
          <IconButton aria-label="Export CSV" onClick={onExport}>
            <Icon name="download" />
          </IconButton>
        </Tooltip>
      )}
      {onAdd && (
        <Button variant="contained" className="table-add" startIcon={<Icon name="plus" size={16} />} onClick={onAdd}>
          Add
        </Button>
      )}
    </div>
  );
}

interface ColumnMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (column: string) => void;
}

/** Which columns show. The one with the name always does. */
export function ColumnMenu<Row>({ columns, hidden, onToggle }: ColumnMenuProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title="Choose columns">
        <IconButton
          aria-label="Choose columns"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="table" />
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        container={() => anchor?.closest("main") ?? null}
        slotProps={{ list: { "aria-label": "Columns" } }}
      >
        {columns
          .filter((column) => column.place !== "name")
          .map((column) => (
            <MenuItem
              key={column.name}
              role="menuitemcheckbox"
              aria-checked={!hidden.has(column.name)}
              onClick={() => onToggle(column.name)}
            >
              <CheckMark state={hidden.has(column.name) ? "off" : "on"} />
              {column.title}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}

interface SortMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort;
  readonly onSort: (column: string) => void;
}

/** Cards have no column heads to click; this stands in for them. */
export function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label="Sort"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="filter" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} container={() => anchor?.closest("main") ?? null}>
        {columns
          .filter((column) => column.sortable)
          .map((column) => (
            <MenuItem
              key={column.name}
              role="menuitemradio"
              aria-checked={sort.name === column.name}
              onClick={() => {
                setAnchor(null);
                onSort(column.name);
              }}
            >
              {column.title}
              {sort.name === column.name && <Icon name={sort.descending ? "sort-down" : "sort-up"} size={14} />}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
