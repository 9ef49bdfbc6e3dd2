import type { CurvePoint } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";
import { LineChart, type ChartLine } from "../../parts/charts/line-chart.tsx";
import type { Reading } from "../../parts/charts/chart-card.tsx";

/** Loss in as many digits as tell two iterations apart. */
const loss = (value: number | null) => (value === null ? "-" : value.toPrecision(4));

function sentence(point: CurvePoint | undefined): string {
  if (point === undefined) return "Nothing yet";
  const judged = point.validation === null ? "" : `, evaluation ${loss(point.validation)}`;
  return `Tree ${number(point.iteration)}: training ${loss(point.train)}${judged}`;
}

export function curveReading(curve: readonly CurvePoint[]): Reading {
  return {
    heads: ["Trees", "Loss in training", "Loss on the evaluation records"],
    rows: curve.map((point) => [number(point.iteration), loss(point.train), loss(point.validation)]),
  };
}

interface LearningCurveProps {
  readonly curve: readonly CurvePoint[];
  /** As many trees as there will be at most; the axis reaches there from the beginning. */
  readonly iterations?: number;
  readonly best?: number;
  /** Of another model, beside it. */
  readonly beside?: { readonly name: string; readonly curve: readonly CurvePoint[] } | undefined;
  readonly height?: number;
}

/** Loss over trees: the evaluation records first, those it learned from beside them. */
export function LearningCurve({ curve, iterations, best, beside, height }: LearningCurveProps) {
  const judged = curve.flatMap(({ iteration, validation }) => (validation === null ? [] : [{ x: iteration, y: validation }]));
  const trained = curve.map(({ iteration, train }) => ({ x: iteration, y: train }));
  const training: ChartLine = { name: "Training records", look: "baseline", points: trained };
  const own: readonly ChartLine[] =
    judged.length === 0 ? [{ ...training, look: 1 }] : [{ name: "Evaluation records", look: 1, points: judged }, training];
  const lines: readonly ChartLine[] =
    beside === undefined
      ? own
      : [
          ...own,
          { name: beside.name, look: 2, points: beside.curve.map((point) => ({ x: point.iteration, y: point.validation ?? point.train })) },
        ];
  const walked = judged.length === 0 ? curve : curve.filter(({ validation }) => validation !== null);
  const found = best === undefined ? walked.at(-1) : curve.find(({ iteration }) => iteration === best);
  return (
    <LineChart
      label="Loss by number of trees"
      lines={lines}
      xTitle="Trees"
      yTitle="Loss"
      xRange={[0, Math.max(iterations ?? 0, curve.at(-1)?.iteration ?? 1, beside?.curve.at(-1)?.iteration ?? 0)]}
      {...(height === undefined ? {} : { height })}
      pointText={(at) => sentence(walked[at])}
      mark={found === undefined ? undefined : { x: found.iteration, y: found.validation ?? found.train }}
    />
  );
}
