import "./charts.css";

interface BarRow {
  readonly name: string;
  /** Its length, of the longest. */
  readonly value: number;
  readonly text: string;
}

interface BarsProps {
  readonly label: string;
  readonly rows: readonly BarRow[];
  /** Values may be negative: those go left of the middle. Red and green would be meanings; the colours are only directions. */
  readonly isSigned?: boolean;
}

/** One bar a row, longest first as they come. The figures are beside them, so that nothing depends on seeing a length. */
export function Bars({ label, rows, isSigned = false }: BarsProps) {
  const max = rows.reduce((longest, { value }) => Math.max(longest, Math.abs(value)), 0) || 1;
  return (
    <ul className="pc-bars" aria-label={label}>
      {rows.map(({ name, value, text }) => (
        <li key={name}>
          <span className="mono clip" title={name}>
            {name}
          </span>
          {isSigned ? (
            <span className="pc-bar both" aria-hidden="true">
              <b>{value < 0 && <i className="down" style={{ width: `${(-value / max) * 100}%` }} />}</b>
              <b>{value > 0 && <i style={{ width: `${(value / max) * 100}%` }} />}</b>
            </span>
          ) : (
            <span className="pc-bar" aria-hidden="true">
              <b style={{ width: `${(Math.abs(value) / max) * 100}%` }} />
            </span>
          )}
          <span className="num">{text}</span>
        </li>
      ))}
    </ul>
  );
}
