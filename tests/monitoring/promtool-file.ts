import { stringify } from "yaml";
import { sampleSeconds, type AlertCase, type Series } from "./alert-cases.ts";
import { secondsOf, type AlertRule } from "./rules.ts";

/** The file for `promtool test rules` that tests one alert; `path` has the tested rule, `rule` is the correct one. */
export function promtoolFile(path: string, rule: AlertRule, { labels, onset = 0, fires, staysQuiet }: AlertCase): string {
  const pending = secondsOf(rule.for);
  // A `for` that is twice as long has not fired then, and a missing one has fired before.
  const at = onset + pending * 1.5;
  const before = onset + pending * 0.75;
  const expected = [{ exp_labels: { ...labels, severity: rule.labels.severity }, exp_annotations: { ...rule.annotations } }];
  const test = (series: Series, times: readonly (readonly [number, boolean])[]) => ({
    interval: `${sampleSeconds}s`,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: times.map(([seconds, firing]) => ({
      eval_time: `${Math.round(seconds)}s`,
      alertname: rule.alert,
      exp_alerts: firing ? expected : [],
    })),
  });
  return stringify({
    rule_files: [path],
    // Fine enough for the shortest `for`, and no finer than needed for the longest.
    evaluation_interval: pending >= 600 ? "30s" : "5s",
    tests: [
      ...fires.map((series) => test(series, [...(pending > 0 ? ([[before, false]] as const) : []), [at, true]])),
      ...staysQuiet.map((series) =>
        test(series, [
          [before, false],
          [at, false],
          [at * 2, false],
        ]),
      ),
    ],
  });
}
