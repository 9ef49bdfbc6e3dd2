/** One case per alert of deploy/prometheus/rules.yaml, in the notation of `promtool test rules`. */
export interface AlertCase {
  /** Labels of the alert besides its name and severity. */
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds until the condition holds, because the window of a rate must fill first. Default 0. */
  readonly onset?: number;
  /** Series that fire, with values between one and two times the threshold. One for each branch of an `or`. */
  readonly fires: readonly Series[];
  /** Series that do not fire, with values between half the threshold and the threshold. */
  readonly staysQuiet: readonly Series[];
}

/** Names and values, as in promtool's file: `0+3x40` is 0, 3, 6 and so on, one per `sampleSeconds`. */
export type Series = Readonly<Record<string, string>>;

export const sampleSeconds = 15;

const instance = { instance: "one", job: "airlock-runtime", namespace: "n" };
const worker = { ...instance, job: "airlock-worker" };
const namespace = { namespace: "n" };
const on = (name: string, labels: Readonly<Record<string, string>> = instance) =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(",")}}`;
/** A constant value for four hours. */
const steady = (value: number) => `${value}x960`;
/** A counter that grows by this much per second. */
const growing = (perSecond: number) => `0+${perSecond * sampleSeconds}x960`;
const rateWindow = 200;
const flag = (name: string, labels: Readonly<Record<string, string>>, bad: number): AlertCase => ({
  labels,
  fires: [{ [on(name, labels)]: steady(bad) }],
  staysQuiet: [{ [on(name, labels)]: steady(1 - bad) }],
});
const refusals = (code: string, labels: Readonly<Record<string, string>> = instance) => on("airlock_refusals_total", { ...labels, code });
/** A refusal that is counted from its first occurrence on. */
const anyRefusal = { fires: "0x4 1x960", quiet: steady(3) };
const decisions = (status: string) => on("airlock_decisions_total", { ...instance, status });
/** Of 100 requests per second, this share takes longer than the bound. */
const slower = (name: string, bound: number, next: number, share: number): Series => ({
  [on(`${name}_bucket`, { ...instance, le: String(bound) })]: growing(100 - share),
  [on(`${name}_bucket`, { ...instance, le: String(next) })]: growing(100),
  [on(`${name}_bucket`, { ...instance, le: "+Inf" })]: growing(100),
});

export const alertCases: Readonly<Record<string, AlertCase>> = {
  AirlockProcessDown: {
    labels: instance,
    fires: [{ [on("up")]: steady(0) }],
    staysQuiet: [{ [on("up")]: steady(1) }, { [on("up", { ...instance, job: "another" })]: steady(0) }],
  },
  AirlockNoRuntime: { labels: {}, fires: [{ [on("up")]: steady(1) }], staysQuiet: [{ [on("airlock_lease_holds")]: steady(0) }] },
  AirlockNoDecisions: {
    labels: namespace,
    // They stop after 90 minutes; the rate is 0 five minutes later.
    onset: 95 * 60,
    fires: [{ [decisions("completed")]: `0+${1.5 * sampleSeconds}x360 8100x960` }],
    staysQuiet: [{ [decisions("completed")]: growing(1.5) }, { [decisions("completed")]: `0+${0.6 * sampleSeconds}x360 3240x960` }],
  },
  AirlockDecisionsFailing: {
    labels: namespace,
    onset: sampleSeconds,
    fires: [{ [decisions("failed")]: growing(1.5), [decisions("completed")]: growing(98.5) }],
    staysQuiet: [{ [decisions("failed")]: growing(0.7), [decisions("completed")]: growing(99.3) }],
  },
  AirlockDecisionsSlow: {
    labels: namespace,
    onset: sampleSeconds,
    fires: [slower("airlock_decision_seconds", 0.25, 0.5, 1.5)],
    staysQuiet: [
      {
        ...slower("airlock_decision_seconds", 0.25, 0.5, 0.5),
        [on("airlock_decision_seconds_bucket", { ...instance, le: "0.125" })]: growing(1),
      },
    ],
  },
  AirlockExecutionsNotLogged: {
    labels: { instance: "one", code: "EXECUTION_NOT_LOGGED" },
    onset: 90,
    fires: [{ [refusals("EXECUTION_NOT_LOGGED")]: anyRefusal.fires }],
    staysQuiet: [{ [refusals("EXECUTION_NOT_LOGGED")]: anyRefusal.quiet }, { [refusals("KEY_INVALID")]: growing(1) }],
  },
  AirlockExecutionsTooLarge: {
    labels: namespace,
    onset: rateWindow,
    fires: [{ [refusals("EXECUTION_TOO_LARGE")]: growing(0.15) }],
    staysQuiet: [{ [refusals("EXECUTION_TOO_LARGE")]: growing(0.07) }],
  },
  AirlockOverloaded: {
    labels: { ...namespace, code: "OVERLOADED" },
    onset: sampleSeconds,
    fires: [{ [refusals("OVERLOADED")]: growing(0.1) }],
    staysQuiet: [{ [refusals("OVERLOADED")]: steady(3) }, { [refusals("KEY_INVALID")]: growing(0.1) }],
  },
  AirlockQuotaExceeded: {
    labels: namespace,
    onset: sampleSeconds,
    fires: [{ [refusals("QUOTA_EXCEEDED")]: growing(0.1) }],
    staysQuiet: [{ [refusals("QUOTA_EXCEEDED")]: steady(3) }],
  },
  AirlockInvalidKeys: {
    labels: namespace,
    onset: rateWindow,
    fires: [{ [refusals("KEY_INVALID")]: growing(1.5) }],
    staysQuiet: [{ [refusals("KEY_INVALID")]: growing(0.7) }],
  },
  AirlockKeyRefused: {
    labels: { ...namespace, key: "k" },
    onset: rateWindow,
    fires: [{ [on("airlock_key_refusals_total", { ...instance, key: "k" })]: growing(1.5) }],
    staysQuiet: [{ [on("airlock_key_refusals_total", { ...instance, key: "k" })]: growing(0.7) }],
  },
  AirlockInFlightHigh: {
    labels: instance,
    fires: [{ [on("airlock_decisions_in_flight")]: steady(800), [on("airlock_decisions_in_flight_limit")]: steady(1000) }],
    staysQuiet: [{ [on("airlock_decisions_in_flight")]: steady(700), [on("airlock_decisions_in_flight_limit")]: steady(1000) }],
  },
  AirlockWebCallsHigh: {
    labels: instance,
    fires: [{ [on("airlock_web_calls_under_way")]: steady(210) }],
    staysQuiet: [{ [on("airlock_web_calls_under_way")]: steady(190) }],
  },
  AirlockLeaseLost: flag("airlock_lease_holds", instance, 0),
  AirlockVersionsRegressed: flag("airlock_versions_regressed", instance, 1),
  AirlockRuntimesDiffer: {
    labels: namespace,
    fires: [
      { [on("airlock_versions")]: steady(4), [on("airlock_versions", { ...instance, instance: "two" })]: steady(5) },
      { [on("airlock_secrets")]: steady(4), [on("airlock_secrets", { ...instance, instance: "two" })]: steady(5) },
    ],
    staysQuiet: [
      {
        [on("airlock_versions")]: steady(4),
        [on("airlock_versions", { ...instance, instance: "two" })]: steady(4),
        [on("airlock_secrets")]: steady(2),
        [on("airlock_secrets", { ...instance, instance: "two" })]: steady(2),
      },
    ],
  },
  AirlockEntriesRefused: {
    labels: { instance: "one", bucket: "keys" },
    onset: 90,
    fires: [{ [on("airlock_entries_refused_total", { ...instance, bucket: "keys" })]: anyRefusal.fires }],
    staysQuiet: [{ [on("airlock_entries_refused_total", { ...instance, bucket: "keys" })]: anyRefusal.quiet }],
  },
  AirlockSpooling: flag("airlock_log_direct", instance, 0),
  AirlockSpoolFilling: {
    labels: instance,
    fires: [{ [on("airlock_spool_bytes")]: steady(600), [on("airlock_spool_limit_bytes")]: steady(1000) }],
    staysQuiet: [{ [on("airlock_spool_bytes")]: steady(400), [on("airlock_spool_limit_bytes")]: steady(1000) }],
  },
  AirlockLogFailing: flag("airlock_log_failing", instance, 1),
  AirlockQuarantine: {
    labels: instance,
    onset: 90,
    fires: [{ [on("airlock_log_quarantined_files")]: steady(1) }, { [on("airlock_log_quarantined_total")]: anyRefusal.fires }],
    staysQuiet: [{ [on("airlock_log_quarantined_files")]: steady(0), [on("airlock_log_quarantined_total")]: anyRefusal.quiet }],
  },
  AirlockSpoolDamaged: {
    labels: instance,
    onset: 90,
    fires: [{ [on("airlock_spool_damaged_files")]: steady(1) }, { [on("airlock_spool_damaged_frames_total")]: anyRefusal.fires }],
    staysQuiet: [{ [on("airlock_spool_damaged_files")]: steady(0), [on("airlock_spool_damaged_frames_total")]: anyRefusal.quiet }],
  },
  AirlockBacklogOld: {
    labels: namespace,
    fires: [{ [on("airlock_backlog_seconds", worker)]: steady(90) }],
    staysQuiet: [{ [on("airlock_backlog_seconds", worker)]: steady(50) }],
  },
  AirlockBacklogGrowing: {
    labels: namespace,
    onset: sampleSeconds,
    fires: [{ [on("airlock_backlog_groups", worker)]: growing(1.5) }],
    staysQuiet: [{ [on("airlock_backlog_groups", worker)]: growing(0.7) }, { [on("airlock_backlog_groups", worker)]: steady(1000) }],
  },
  AirlockSinkStopped: flag("airlock_sink_stopped", worker, 1),
  AirlockSinkStalled: {
    labels: namespace,
    onset: sampleSeconds,
    fires: [{ [on("airlock_sink_rows_total", worker)]: steady(7), [on("airlock_backlog_groups", worker)]: steady(3) }],
    staysQuiet: [
      { [on("airlock_sink_rows_total", worker)]: growing(7), [on("airlock_backlog_groups", worker)]: steady(3) },
      { [on("airlock_sink_rows_total", worker)]: steady(7), [on("airlock_backlog_groups", worker)]: steady(0) },
    ],
  },
  AirlockSinkFailing: {
    labels: worker,
    onset: sampleSeconds,
    fires: [{ [on("airlock_sink_failures_total", worker)]: growing(0.1) }],
    staysQuiet: [{ [on("airlock_sink_failures_total", worker)]: steady(3) }],
  },
  AirlockDeadLetters: {
    labels: namespace,
    onset: 90,
    fires: [{ [on("airlock_dead_groups", worker)]: steady(1) }, { [on("airlock_sink_dead_total", worker)]: anyRefusal.fires }],
    staysQuiet: [{ [on("airlock_dead_groups", worker)]: steady(0), [on("airlock_sink_dead_total", worker)]: anyRefusal.quiet }],
  },
  AirlockRefusedSinkStopped: flag("airlock_refused_sink_stopped", worker, 1),
  AirlockEntriesAhead: {
    labels: namespace,
    fires: [{ [on("airlock_entries_ahead", worker)]: steady(1) }],
    staysQuiet: [{ [on("airlock_entries_ahead", worker)]: steady(0) }],
  },
  AirlockAuditStreamBehind: {
    labels: namespace,
    fires: [{ [on("airlock_audit_stream_lag_seconds", worker)]: steady(400) }],
    staysQuiet: [{ [on("airlock_audit_stream_lag_seconds", worker)]: steady(200) }],
  },
  AirlockApiErrors: {
    labels: namespace,
    onset: sampleSeconds,
    fires: [
      {
        [on("airlock_api_requests_total", { ...instance, status: "5xx" })]: growing(0.15),
        [on("airlock_api_requests_total", { ...instance, status: "2xx" })]: growing(99.85),
      },
    ],
    staysQuiet: [
      {
        [on("airlock_api_requests_total", { ...instance, status: "5xx" })]: growing(0.07),
        [on("airlock_api_requests_total", { ...instance, status: "2xx" })]: growing(99.93),
      },
    ],
  },
  AirlockApiSlow: {
    labels: namespace,
    onset: sampleSeconds,
    fires: [slower("airlock_api_seconds", 1, 2.5, 7)],
    staysQuiet: [
      { ...slower("airlock_api_seconds", 1, 2.5, 3), [on("airlock_api_seconds_bucket", { ...instance, le: "0.5" })]: growing(1) },
    ],
  },
  AirlockEventLoopLag: {
    labels: instance,
    fires: [{ [on("nodejs_eventloop_lag_p99_seconds")]: steady(0.15) }],
    staysQuiet: [
      { [on("nodejs_eventloop_lag_p99_seconds")]: steady(0.07) },
      { [on("nodejs_eventloop_lag_p99_seconds", { ...instance, job: "another" })]: steady(0.15) },
    ],
  },
  AirlockRestarting: {
    labels: instance,
    onset: 300,
    fires: [{ [on("process_start_time_seconds")]: "1x4 2x4 3x4 4x960" }],
    staysQuiet: [{ [on("process_start_time_seconds")]: "1x4 2x4 3x960" }],
  },
};
