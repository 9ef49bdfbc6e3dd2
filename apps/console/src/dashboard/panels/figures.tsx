interface Figure {
  readonly text: string;
  readonly name: string;
  readonly colour: string;
}

/** The figures of a panel, each with the colour that it has in the chart. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="widget-figures">
      {figures.map(({ text, name, colour }) => (
        <div key={name}>
          <dt title={name}>
            <i style={{ background: colour }} aria-hidden="true" />
            <span className="clip">{name}</span>
          </dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
