import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("counters, gauges and histograms have the Prometheus text format", () => {
  const metrics = createMetrics<string>();
  const served = metrics.counter("served_total", "Served.", { status: "completed" });
  const failed = metrics.counter("served_total", "Served.", { status: "failed" });
  metrics.readCounter("used_total", "Used.", () => 7);
  metrics.gauge("waiting", "Waiting.", () => 3);
  const seconds = metrics.histogram("seconds", "Time.", [0.1, 1]);
  served.add();
  served.add(4);
  failed.add();
  for (const value of [0.05, 0.1, 0.5, 2]) seconds.observe(value);
  expect(metrics.text()).toBe(
    [
      "# HELP served_total Served.",
      "# TYPE served_total counter",
      'served_total{status="completed"} 5',
      'served_total{status="failed"} 1',
      "# HELP used_total Used.",
      "# TYPE used_total counter",
      "used_total 7",
      "# HELP waiting Waiting.",
      "# TYPE waiting gauge",
      "waiting 3",
      "# HELP seconds Time.",
      "# TYPE seconds histogram",
      'seconds_bucket{le="0.1"} 2',
      'seconds_bucket{le="1"} 3',
      'seconds_bucket{le="+Inf"} 4',
      "seconds_sum 2.65",
      "seconds_count 4",
      "",
    ].join("\n"),
  );
});
