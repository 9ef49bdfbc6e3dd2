import "./charts.css";

export interface BarRow {
  readonly name: string;
  /** Its length, of the longest. */
  readonly value: number;
  readonly text: string;
  /** Red and green would be meanings; these are only directions. */
  readonly look?: "up" | "down";
}

/** One bar a row, longest first as they come. The figures stand beside them, so that nothing depends on seeing a length. */
export function Bars({ label, rows }: { readonly label: string; readonly rows: readonly BarRow[] }) {
  const most = rows.reduce((longest, { value }) => Math.max(longest, Math.abs(value)), 0) || 1;
  return (
    <ul className="pc-bars" aria-label={label}>
      {rows.map(({ name, value, text, look = "up" }) => (
        <li key={name}>
          <span className="mono clip" title={name}>
            {name}
          </span>
          <span className="pc-bar" aria-hidden="true">
            <b className={look} style={{ width: `${(Math.abs(value) / most) * 100}%` }} />
          </span>
          <span className="num">{text}</span>
        </li>
      ))}
    </ul>
  );
}
