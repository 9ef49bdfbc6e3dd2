import { number } from "../../ui/format/numbers.ts";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { LineChart } from "../../parts/charts/line-chart.tsx";
import { figure } from "./figures.ts";

interface DecilesCardProps {
  readonly deciles: readonly { readonly predicted: number; readonly actual: number; readonly rows: number }[];
}

/** Of numbers: what was, against what was predicted, in tenths of the records. */
export function DecilesCard({ deciles }: DecilesCardProps) {
  const values = deciles.flatMap(({ predicted, actual }) => [predicted, actual]);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return (
    <ChartCard
      title="Predicted and actual"
      sentence="Tenths of the held-out records, by what was predicted. On the dotted line a prediction is right on average."
      reading={{
        heads: ["Predicted", "Actual", "Records"],
        rows: deciles.map(({ predicted, actual, rows }) => [figure(predicted), figure(actual), number(rows)]),
      }}
    >
      <LineChart
        label="Predicted and actual"
        lines={[
          {
            name: "Tenths of the records",
            look: 1,
            dots: true,
            points: deciles.map(({ predicted, actual }) => ({ x: predicted, y: actual })),
          },
          {
            name: "Exact",
            look: "baseline",
            points: [
              { x: min, y: min },
              { x: max, y: max },
            ],
          },
        ]}
        xTitle="Predicted"
        yTitle="Actual"
        pointText={(at) => {
          const decile = deciles[at];
          return `Predicted ${figure(decile?.predicted)}, actual ${figure(decile?.actual)}`;
        }}
      />
    </ChartCard>
  );
}
