import type { ComparisonSummary } from "@airlock/contract";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useEffect, useState } from "react";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import "../over.css";

const restMillis = 300;

interface FindFieldProps {
  readonly value: string;
  readonly onFind: (text: string) => void;
}

/** A debounced search field: reports the text when typing pauses. */
export function FindField({ value, onFind }: FindFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onFind(text.trim()), restMillis);
    return () => clearTimeout(timer);
  }, [text, value, onFind]);
  return (
    <TextField
      size="small"
      className="cmp-find"
      placeholder="Find by field value"
      value={text}
      onChange={(event) => setText(event.target.value)}
      slotProps={{
        htmlInput: { "aria-label": "Find by field value", maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" size={14} />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

interface MoveMenuProps {
  readonly summary: ComparisonSummary;
  readonly onChoose: (move: { readonly from: string; readonly to: string }) => void;
}

/** Every change of outcome, the most frequent first. */
export function MoveMenu({ summary, onChoose }: MoveMenuProps) {
  const [place, setPlace] = useState<HTMLElement>();
  const moves = summary.moves.filter(({ from, to }) => from !== to).toSorted((one, other) => other.count - one.count);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-haspopup="menu"
        disabled={moves.length === 0}
        startIcon={<Icon name="filter" size={14} />}
        onClick={(event) => setPlace(event.currentTarget)}
      >
        From and to
      </Button>
      <Menu open={place !== undefined} anchorEl={place ?? null} onClose={() => setPlace(undefined)}>
        {moves.map(({ from, to, count }) => (
          <MenuItem
            key={`${from} ${to}`}
            onClick={() => {
              onChoose({ from, to });
              setPlace(undefined);
            }}
          >
            <span className="grow">
              {outcomeText(from)} to {outcomeText(to)}
            </span>
            <span className="muted num cmp-menu-count">{number(count)}</span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
