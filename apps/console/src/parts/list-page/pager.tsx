import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import Tooltip from "@mui/material/Tooltip";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { defaultPageSize, firstPage, pageSizes } from "./table-search.ts";
import type { TableSearch } from "./table-search.ts";

interface PagerProps {
  readonly search: TableSearch;
  readonly onSearch: (search: TableSearch) => void;
  readonly shown: number;
  readonly total: string | undefined;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

export function Pager({ search, onSearch, shown, total, previous, next }: PagerProps) {
  const { page = 1, size = defaultPageSize } = search;
  const first = (page - 1) * size + 1;
  const span = shown === 0 ? "0" : `${number(first)}-${number(first + shown - 1)}`;
  return (
    <nav className="pager" aria-label="Pages">
      <span id="rows-per-page" className="sr-when-narrow">
        Rows per page
      </span>
      <Select
        variant="standard"
        disableUnderline
        className="pager-size"
        value={size}
        SelectDisplayProps={{ "aria-labelledby": "rows-per-page rows-per-page-value", id: "rows-per-page-value" }}
        onChange={(event) => onSearch({ ...firstPage(search), size: event.target.value })}
      >
        {pageSizes.map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </Select>
      <span className="pager-span num">{total === undefined ? span : `${span} of ${total}`}</span>
      <Tooltip title={previous ? "Previous page" : ""}>
        <span>
          <IconButton size="small" aria-label="Previous page" disabled={!previous} onClick={previous}>
            <Icon name="left" size={16} />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={next ? "Next page" : ""}>
        <span>
          <IconButton size="small" aria-label="Next page" disabled={!next} onClick={next}>
            <Icon name="right" size={16} />
          </IconButton>
        </span>
      </Tooltip>
    </nav>
  );
}
