import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import type { ReactNode } from "react";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Selection } from "./rows-props.ts";
import { SearchField } from "../search/search-field.tsx";
import { IconAction } from "../../ui/icon-action.tsx";

interface HeadBarProps {
  /** 'solutions' */
  readonly many: string;
  /** In the empty search field instead of its label. */
  readonly searchHint: string | undefined;
  readonly searched: string;
  readonly onSearched: (text: string) => void;
  readonly selected: number;
  readonly onClearSelection: () => void;
  readonly onDelete: (() => void) | undefined;
  readonly onExport: (() => void) | undefined;
  readonly onAdd: (() => void) | undefined;
  /** Filters of this list's own, after the search field. */
  readonly filters: ReactNode;
  readonly menu: ReactNode;
  /** The checkbox to select all, for layouts without column headers. */
  readonly selectAll: Pick<Selection, "all" | "onToggleAll"> | undefined;
}

/** 52 high, with or without a selection: it turns blue, and nothing under it moves. */
export function HeadBar(props: HeadBarProps) {
  const { many, searched, onSearched, selected, onClearSelection, onDelete, onExport, onAdd, filters, menu, selectAll } = props;
  const search = <SearchField label={`Filter ${many}`} hint={props.searchHint} value={searched} onChange={onSearched} />;
  return (
    <div className={selected > 0 ? "table-head bulk" : "table-head"}>
      {selected > 0 ? (
        <div className="row shrink table-bulk" role="toolbar" aria-label={`Selected ${many}`}>
          {selectAll && (
            <Checkbox
              className="table-all"
              checked={selectAll.all === "on"}
              indeterminate={selectAll.all === "mixed"}
              onChange={selectAll.onToggleAll}
              slotProps={{ input: { "aria-label": "Select all" } }}
            />
          )}
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
        <>
          {search}
          {filters && <div className="row gap-4 shrink table-filters">{filters}</div>}
        </>
      )}
      <span className="grow" />
      {selected > 0 && search}
      {menu}
      {onExport && <IconAction icon="download" label="Export CSV" onClick={onExport} />}
      {onAdd && (
        <Button variant="contained" className="table-add" startIcon={<Icon name="plus" size={16} />} onClick={onAdd}>
          Add
        </Button>
      )}
    </div>
  );
}
