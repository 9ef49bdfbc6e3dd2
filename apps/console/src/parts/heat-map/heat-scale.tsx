const blues = [1, 2, 3, 4, 5];

/** Which blue is many. */
export function HeatScale() {
  return (
    <span className="inline-row heat-scale muted" aria-hidden="true">
      few
      <span>
        {blues.map((blue) => (
          <i key={blue} className={`heat-blue-${blue}`} />
        ))}
      </span>
      many
    </span>
  );
}
