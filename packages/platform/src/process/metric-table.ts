/**
 * Every metric of the product. Processes can register no other names (`Metrics` is typed by it); alert rules, dashboards and `docs/operations.md` are
 * compared with it by `npm run rules:check`.
 */
interface MetricEntry {
  readonly kind: "counter" | "gauge" | "histogram";
  /** The processes that expose it. */
  readonly at: readonly ("runtime" | "worker" | "api")[];
  readonly labels?: readonly string[];
  /** Present only with a setting, or after the first event: a process that has just started does not list it. */
  readonly optional?: true;
}

const everywhere = ["runtime", "worker", "api"] as const;

const metricTable = {
  airlock_decisions_total: { kind: "counter", at: ["runtime"], labels: ["solution", "version", "arm", "status"] },
  airlock_challenger_passed_over_total: { kind: "counter", at: ["runtime"], labels: ["reason"] },
  airlock_shadow_decisions_total: { kind: "counter", at: ["runtime"], labels: ["result"] },
  airlock_shadow_dropped_total: { kind: "counter", at: ["runtime"], labels: ["reason"] },
  airlock_shadow_waiting: { kind: "gauge", at: ["runtime"] },
  airlock_decision_seconds: { kind: "histogram", at: ["runtime"] },
  airlock_key_refusals_total: { kind: "counter", at: ["runtime"], labels: ["key"], optional: true },
  airlock_refusals_total: { kind: "counter", at: ["runtime"], labels: ["code"] },
  airlock_refused_requests_sent_total: { kind: "counter", at: ["runtime"] },
  airlock_refused_requests_not_stored_total: { kind: "counter", at: ["runtime"] },
  airlock_decisions_in_flight: { kind: "gauge", at: ["runtime"] },
  airlock_decisions_in_flight_limit: { kind: "gauge", at: ["runtime"] },
  airlock_web_calls_under_way: { kind: "gauge", at: ["runtime"] },
  airlock_lease_holds: { kind: "gauge", at: ["runtime"] },
  airlock_log_direct: { kind: "gauge", at: ["runtime"] },
  airlock_log_failing: { kind: "gauge", at: ["runtime"] },
  airlock_log_groups: { kind: "gauge", at: ["runtime"] },
  airlock_log_executions: { kind: "gauge", at: ["runtime"] },
  airlock_log_quarantined_total: { kind: "counter", at: ["runtime"] },
  airlock_log_quarantined_files: { kind: "gauge", at: ["runtime"] },
  airlock_spool_bytes: { kind: "gauge", at: ["runtime"] },
  airlock_spool_limit_bytes: { kind: "gauge", at: ["runtime"] },
  airlock_spool_damaged_frames_total: { kind: "counter", at: ["runtime"] },
  airlock_spool_damaged_files: { kind: "gauge", at: ["runtime"] },
  airlock_releases: { kind: "gauge", at: ["runtime"] },
  airlock_versions: { kind: "gauge", at: ["runtime"] },
  airlock_versions_regressed: { kind: "gauge", at: ["runtime"] },
  airlock_secrets: { kind: "gauge", at: ["runtime"] },
  airlock_models: { kind: "gauge", at: ["runtime"] },
  airlock_score_tables: { kind: "gauge", at: ["runtime"] },
  airlock_list_bytes: { kind: "gauge", at: ["runtime"] },
  airlock_entries_refused_total: { kind: "counter", at: ["runtime"], labels: ["bucket"] },
  airlock_entries_ahead: { kind: "gauge", at: ["worker"] },
  airlock_backlog_groups: { kind: "gauge", at: ["worker"] },
  airlock_backlog_seconds: { kind: "gauge", at: ["worker"] },
  airlock_dead_groups: { kind: "gauge", at: ["worker"] },
  airlock_sink_rows_total: { kind: "counter", at: ["worker"] },
  airlock_sink_inserts_total: { kind: "counter", at: ["worker"] },
  airlock_sink_failures_total: { kind: "counter", at: ["worker"] },
  airlock_sink_dead_total: { kind: "counter", at: ["worker"] },
  airlock_sink_batch_rows: { kind: "histogram", at: ["worker"] },
  airlock_sink_stopped: { kind: "gauge", at: ["worker"] },
  airlock_refused_sink_rows_total: { kind: "counter", at: ["worker"] },
  airlock_refused_sink_inserts_total: { kind: "counter", at: ["worker"] },
  airlock_refused_sink_failures_total: { kind: "counter", at: ["worker"] },
  airlock_refused_sink_dead_total: { kind: "counter", at: ["worker"] },
  airlock_refused_sink_batch_rows: { kind: "histogram", at: ["worker"] },
  airlock_refused_sink_stopped: { kind: "gauge", at: ["worker"] },
  airlock_minutes_counted_total: { kind: "counter", at: ["worker"] },
  airlock_audit_stream_sent_total: { kind: "counter", at: ["worker"], optional: true },
  airlock_audit_stream_failures_total: { kind: "counter", at: ["worker"], optional: true },
  airlock_audit_stream_lag_entries: { kind: "gauge", at: ["worker"], optional: true },
  airlock_audit_stream_lag_seconds: { kind: "gauge", at: ["worker"], optional: true },
  airlock_api_requests_total: { kind: "counter", at: ["api"], labels: ["status"] },
  airlock_api_seconds: { kind: "histogram", at: ["api"] },
  process_cpu_seconds_total: { kind: "counter", at: everywhere },
  process_resident_memory_bytes: { kind: "gauge", at: everywhere },
  process_start_time_seconds: { kind: "gauge", at: everywhere },
  nodejs_eventloop_lag_p99_seconds: { kind: "gauge", at: everywhere },
} as const satisfies Readonly<Record<string, MetricEntry>>;

type MetricName = keyof typeof metricTable;

/** The metrics of one kind. */
export type MetricNameOf<Kind extends MetricEntry["kind"]> = {
  [Name in MetricName]: (typeof metricTable)[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

/** The metrics as plain entries, for iteration. */
export const metricEntries: readonly (readonly [string, MetricEntry])[] = Object.entries<MetricEntry>(metricTable);
