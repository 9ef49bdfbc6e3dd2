import Button from "@mui/material/Button";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { Popover } from "../../ui/overlays/popover.tsx";
import { useState } from "react";
import { SpanFields } from "./span-fields.tsx";
import { defaultSpan } from "./usage-range.ts";
import { FilterButton } from "../search/filter-button.tsx";
import { spans } from "./spans.ts";
import { whenText } from "./when-text.ts";
import "./when-filter.css";

interface When {
  readonly span?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The period of a list: a span that moves with the clock, or a custom range, which is also the target of the dashboard's bars. */
export function WhenFilter({ when, onChange }: { readonly when: When; readonly onChange: (when: Required<When>) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isCustom, setCustom] = useState(false);
  const fixed = whenText(when.from, when.to);
  const chosen = fixed ?? spans.find(({ value }) => value === when.span)?.label;
  const close = () => {
    setAnchor(null);
    setCustom(false);
  };
  const choose = (span: string | undefined) => {
    close();
    onChange({ span, from: undefined, to: undefined });
  };
  const item = (value: string | undefined, text: string) => {
    const checked = fixed === undefined && value === when.span;
    return (
      <MenuItem key={value ?? ""} role="menuitemradio" aria-checked={checked} selected={checked} onClick={() => choose(value)}>
        {text}
      </MenuItem>
    );
  };
  const [opened] = useState(() => defaultSpan(Date.now()));
  const [from, to] = [Date.parse(when.from ?? ""), Date.parse(when.to ?? "")];
  const container = () => anchor?.closest("main") ?? null;
  return (
    <>
      <FilterButton
        label={chosen === undefined ? "When" : `When: ${chosen}`}
        isOn={chosen !== undefined}
        icon="calendar"
        opens="menu"
        anchor={anchor}
        onOpen={setAnchor}
      />
      <Menu
        anchorEl={anchor}
        open={anchor !== null && !isCustom}
        onClose={close}
        container={container}
        slotProps={{ list: { "aria-label": "When" } }}
      >
        {item(undefined, "All")}
        {spans.map(({ value, label }) => item(value, label))}
        <MenuItem role="menuitemradio" aria-checked={fixed !== undefined} selected={fixed !== undefined} onClick={() => setCustom(true)}>
          From and to
        </MenuItem>
      </Menu>
      <Popover
        anchorEl={anchor}
        open={anchor !== null && isCustom}
        onClose={close}
        container={container}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { className: "when-custom", role: "dialog", "aria-label": "From and to" } }}
      >
        <SpanFields
          span={{ start: Number.isNaN(from) ? opened.start : from, end: Number.isNaN(to) ? opened.end : to }}
          onChange={({ start, end }) => onChange({ span: undefined, from: new Date(start).toISOString(), to: new Date(end).toISOString() })}
        />
        <Button variant="outlined" size="small" onClick={close}>
          Done
        </Button>
      </Popover>
    </>
  );
}
