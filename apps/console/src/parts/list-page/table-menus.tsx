import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { CheckMark } from "../../ui/check-mark.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Column } from "./column.ts";
import type { Sort } from "./table-search.ts";
import { IconAction } from "../../ui/icon-action.tsx";

interface ColumnMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (column: string) => void;
}

function columnItems<Row>({ columns, hidden, onToggle }: ColumnMenuProps<Row>) {
  return columns
    .filter((column) => column.place !== "name")
    .map((column) => (
      <MenuItem
        key={`show-${column.name}`}
        role="menuitemcheckbox"
        aria-checked={!hidden.has(column.name)}
        onClick={() => onToggle(column.name)}
      >
        <CheckMark state={hidden.has(column.name) ? "off" : "on"} />
        {column.title}
      </MenuItem>
    ));
}

/** Which columns show. The one with the name always does. */
export function ColumnMenu<Row>(props: ColumnMenuProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconAction
        icon="table"
        label="Choose columns"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        container={() => anchor?.closest("main") ?? null}
        slotProps={{ list: { "aria-label": "Columns" } }}
      >
        {columnItems(props)}
      </Menu>
    </>
  );
}

interface CardsMenuProps<Row> extends ColumnMenuProps<Row> {
  readonly sort: Sort;
  readonly onSort: (column: string) => void;
  readonly onExport: (() => void) | undefined;
}

/** Cards have neither column headers nor room for buttons, so one menu replaces both. */
export function CardsMenu<Row>({ sort, onSort, onExport, ...columns }: CardsMenuProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const sortable = columns.columns.filter((column) => column.sortable);
  return (
    <>
      <IconButton
        aria-label="Sort, columns and export"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="filter" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} container={() => anchor?.closest("main") ?? null}>
        {sortable.map((column) => (
          <MenuItem
            key={column.name}
            role="menuitemradio"
            aria-checked={sort.name === column.name}
            onClick={() => {
              close();
              onSort(column.name);
            }}
          >
            {`Sort by ${column.title.toLowerCase()}`}
            {sort.name === column.name && <Icon name={sort.descending ? "sort-down" : "sort-up"} size={14} />}
          </MenuItem>
        ))}
        {sortable.length > 0 && <Divider />}
        {columnItems(columns)}
        {onExport && <Divider />}
        {onExport && (
          <MenuItem
            onClick={() => {
              close();
              onExport();
            }}
          >
            <Icon name="download" size={16} />
            Export CSV
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
