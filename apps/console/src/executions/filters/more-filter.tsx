import Button from "@mui/material/Button";
import { Popover } from "../../ui/overlays/popover.tsx";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import type { FormEvent } from "react";
import { FilterButton } from "../../parts/search/filter-button.tsx";
import { millisOf, moreText, type More } from "./more-text.ts";

interface MoreFilterProps {
  readonly more: More;
  readonly onChange: (more: {
    readonly reason: string | undefined;
    readonly min: string | undefined;
    readonly max: string | undefined;
  }) => void;
}

/** Filters by reason code and by duration, combined with the other filters; also explains the syntax of the search box. */
export function MoreFilter({ more, onChange }: MoreFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = moreText(more);
  const close = () => setAnchor(null);
  return (
    <>
      <FilterButton label={chosen ?? "More"} isOn={chosen !== undefined} opens="dialog" anchor={anchor} onOpen={setAnchor} />
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        container={() => anchor?.closest("main") ?? null}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { className: "more-filter", role: "dialog", "aria-label": "More filters" } }}
      >
        <MoreForm
          more={more}
          onApply={(next) => {
            close();
            onChange(next);
          }}
        />
      </Popover>
    </>
  );
}

function MoreForm({ more, onApply }: { readonly more: More; readonly onApply: MoreFilterProps["onChange"] }) {
  const helpId = useId();
  const [reason, setReason] = useState(more.reason ?? "");
  const [min, setMin] = useState(more.min ?? "");
  const [max, setMax] = useState(more.max ?? "");
  const isWrong = (text: string) => text.trim() !== "" && millisOf(text) === undefined;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong(min) || isWrong(max)) return;
    onApply({ reason: reason.trim() === "" ? undefined : reason.trim(), min: millisOf(min), max: millisOf(max) });
  };
  const millis = (label: string, value: string, set: (text: string) => void) => (
    <TextField
      label={label}
      value={value}
      error={isWrong(value)}
      helperText={isWrong(value) ? "Enter milliseconds, like 100" : undefined}
      onChange={(event) => set(event.target.value)}
      slotProps={{ htmlInput: { inputMode: "decimal" }, inputLabel: { shrink: true } }}
    />
  );
  return (
    <form noValidate onSubmit={apply} aria-describedby={helpId}>
      <TextField
        label="Reason code"
        placeholder="R07"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <div className="halves">
        {millis("Duration from, ms", min, setMin)}
        {millis("to, ms", max, setMax)}
      </div>
      <p id={helpId} className="helper">
        The search box finds any text, an execution id or a correlation id, or compares a field: <code>age &gt; 30</code>,{" "}
        <code>name = Ada</code>, <code>city ~ dam</code>.
      </p>
      <div className="button-row end">
        <Button size="small" color="inherit" onClick={() => onApply({ reason: undefined, min: undefined, max: undefined })}>
          Clear
        </Button>
        <Button size="small" type="submit" variant="contained">
          Apply
        </Button>
      </div>
    </form>
  );
}
