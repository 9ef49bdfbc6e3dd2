import type { DriftColumn } from "@airlock/contract";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { percent } from "../report/figures.ts";

interface SharesCardProps {
  readonly title: string;
  readonly column: DriftColumn;
  readonly className?: string;
}

/** What moved: the share of each part of a column, in training and now. */
export function SharesCard({ title, column, className }: SharesCardProps) {
  const { bins } = column;
  const max = bins.reduce((longest, { training, live }) => Math.max(longest, training, live), 0) || 1;
  const width = (share: number) => ({ width: `${(share / max) * 100}%` });
  return (
    <ChartCard
      title={title}
      {...(className === undefined ? {} : { className })}
      sentence="The share of each part, over all days shown."
      reading={{
        heads: ["Part", "In training", "Now"],
        rows: bins.map(({ label, training, live }) => [label, percent(training), percent(live)]),
      }}
    >
      <ul className="pc-bars dr-shares" aria-label={title}>
        {bins.map(({ label, training, live }) => (
          <li key={label}>
            <span className="clip num" title={label}>
              {label}
            </span>
            <span className="dr-pair" aria-hidden="true">
              <b className="then" style={width(training)} />
              <b className="now" style={width(live)} />
            </span>
            <span className="num dr-figures">
              <span className="muted">{percent(training)}</span>
              <span className="sr"> in training, now </span>
              <span>{percent(live)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="pc-legend" aria-hidden="true">
        <span className="inline-row muted size-12 dr-key then">In training</span>
        <span className="inline-row muted size-12 dr-key now">Now</span>
      </p>
    </ChartCard>
  );
}
