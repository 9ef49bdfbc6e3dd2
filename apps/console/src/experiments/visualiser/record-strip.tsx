import type { ResultRow } from "@airlock/contract";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { ChartModel } from "./chart/axes.ts";
import { drawnText } from "./chart/drawing.ts";
import { usedFields, type ChartSpec } from "./chart/chart-spec.ts";
import { isApplication, isCarried, plainName, shownText } from "./field-kind.ts";
import { cellText } from "./chart/mark-text.ts";
import { valueIn } from "./chart/marks.ts";

interface RecordStripProps {
  readonly spec: ChartSpec;
  /** Of the selected mark; undefined while they are loading. */
  readonly records: readonly ResultRow[] | undefined;
  readonly total: number;
  /** Undefined where traces may not be seen. */
  readonly onOpenTrace: ((row: number) => void) | undefined;
  readonly onClose: () => void;
}

/** The records of the selected mark, one after the other. */
export function RecordStrip({ spec, records, total, onOpenTrace, onClose }: RecordStripProps) {
  const [at, setAt] = useState(0);
  const record = records?.[at];
  if (record === undefined) {
    return (
      <div className="vi-strip faint">{records === undefined ? "Loading records..." : "The records cannot be found by their values."}</div>
    );
  }
  const drawn = [...usedFields(spec)];
  const others = Object.keys(record).filter((name) => name.includes(".") && !drawn.includes(name));
  const valueOf = (field: string) => (
    <div key={field}>
      <dt className={isApplication(field) ? "df" : isCarried(field) ? "df carried" : "df run"}>{plainName(field)}</dt>
      <dd className="num">{cellText(valueIn(record, field), field)}</dd>
    </div>
  );
  return (
    <section className="vi-strip" aria-label="Records of the mark">
      {total > 1 && (
        <span className="vi-walk">
          <IconButton size="small" aria-label="Previous record" disabled={at === 0} onClick={() => setAt(at - 1)}>
            <Icon name="left" size={16} />
          </IconButton>
          <span className="num faint">
            {number(at + 1)} of {number(total)}
          </span>
          <IconButton size="small" aria-label="Next record" disabled={at + 1 >= (records?.length ?? 0)} onClick={() => setAt(at + 1)}>
            <Icon name="right" size={16} />
          </IconButton>
        </span>
      )}
      <b className="num">Record {number(record.row)}</b>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys. */}
      <dl className="vi-values" aria-label={`Values of record ${record.row}`} tabIndex={0}>
        {drawn.map(valueOf)}
        {record.reasonCodes.length > 0 && (
          <div>
            <dt className="sr">Reason codes</dt>
            <dd className="vi-codes">
              {[...new Set(record.reasonCodes)].map((code) => (
                <span key={code} className="chip code">
                  {code}
                </span>
              ))}
            </dd>
          </div>
        )}
        {record.outcome !== "completed" && (
          <div>
            <dt className="sr">Outcome</dt>
            <dd>
              <span className={record.outcome === "failed" ? "chip error" : "chip"}>{shownText("outcome", record.outcome)}</span>
            </dd>
          </div>
        )}
        {others.map(valueOf)}
      </dl>
      {onOpenTrace && (
        <Button variant="outlined" size="small" startIcon={<Icon name="executions" size={14} />} onClick={() => onOpenTrace(record.row)}>
          Open trace
        </Button>
      )}
      <IconButton size="small" aria-label="Close the records" onClick={onClose}>
        <Icon name="x" size={16} />
      </IconButton>
    </section>
  );
}

/** What is drawn, and what is not, while no mark is selected. */
export function SummaryStrip({ model }: { readonly model: ChartModel }) {
  const { unplaced, whyUnplaced } = model;
  return (
    <div className="vi-strip">
      <span className="num muted">{drawnText(model)}</span>
      {unplaced > 0 && (
        <span className="inline-row warning-text num">
          <Icon name="warning" size={14} />
          {counted(unplaced, "record")} not drawn: {whyUnplaced}
        </span>
      )}
      <span className="grow" />
      <span className="faint">Select a mark to see its records</span>
    </div>
  );
}
