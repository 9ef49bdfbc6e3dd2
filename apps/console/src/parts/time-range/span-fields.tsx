import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { ranges, type Range, type Span } from "./usage-range.ts";
import "./span-fields.css";

/** The local wall clock, as a datetime-local field has it. */
function fieldValue(millis: number): string {
  const local = new Date(millis - new Date(millis).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** From and to of a custom range. Only a range that runs forward is taken over. */
export function SpanFields({ span, onChange }: { readonly span: Span; readonly onChange: (span: Span) => void }) {
  const [start, setStart] = useState(() => fieldValue(span.start));
  const [end, setEnd] = useState(() => fieldValue(span.end));
  const wrong = start === "" || end === "" || start >= end;
  const change = (from: string, to: string) => {
    setStart(from);
    setEnd(to);
    if (from !== "" && to !== "" && from < to) onChange({ start: new Date(from).getTime(), end: new Date(to).getTime() });
  };
  return (
    <div className="widget-span">
      <input
        type="datetime-local"
        aria-label="From"
        aria-invalid={wrong}
        value={start}
        onChange={(event) => change(event.target.value, end)}
      />
      <span>to</span>
      <input
        type="datetime-local"
        aria-label="To"
        aria-invalid={wrong}
        value={end}
        onChange={(event) => change(start, event.target.value)}
      />
      {wrong && (
        <span className="widget-span-wrong" role="alert">
          The end must be after the start.
        </span>
      )}
    </div>
  );
}

const rangeTitles: Readonly<Record<Range, string>> = { HOUR: "HOUR", DAY: "DAY", WEEK: "WEEK", CUSTOM: "CUSTOM" };

export function RangeToggle({ value, onChange }: { readonly value: Range; readonly onChange: (range: Range) => void }) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label="Range"
      onChange={(_event, next: Range | null) => next && onChange(next)}
    >
      {ranges.map((one) => (
        <ToggleButton key={one} value={one}>
          {rangeTitles[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
