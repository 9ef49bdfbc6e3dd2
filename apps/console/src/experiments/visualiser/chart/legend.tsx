import { number } from "../../../ui/format/numbers.ts";
import type { ChartModel } from "./axes.ts";

export function Legend({ model: { legend, sizes } }: { readonly model: ChartModel }) {
  return (
    <div className="vi-legend">
      {legend && (
        <section aria-label={`Colours of ${legend.title}`}>
          <h3 className="clip" title={legend.title}>
            {legend.title}
          </h3>
          <ul>
            {legend.items.map(({ token, text, count }) => (
              <li key={text}>
                <i style={{ background: `var(${token})` }} />
                <span className="clip" title={text}>
                  {text}
                </span>
                <b className="num">{number(count)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sizes && (
        <section aria-label={`Size of ${sizes.title}`}>
          <h3 className="clip" title={sizes.title}>
            Size: {sizes.title}
          </h3>
          <p className="row vi-sizes num">
            <i className="small" />
            {sizes.from}
            <i className="large" />
            {sizes.to}
          </p>
          {sizes.missing > 0 && (
            <p className="row vi-sizes num">
              <i className="hollow" />
              missing <b className="num">{number(sizes.missing)}</b>
            </p>
          )}
        </section>
      )}
    </div>
  );
}
