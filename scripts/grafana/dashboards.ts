import type { Dashboard, Panel } from "./dashboard.ts";

const quantiles = (metric: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [0.5, 0.95, 0.99].map((share) => [
      `p${share * 100}`,
      `histogram_quantile(${share}, sum by (le) (rate(${metric}_bucket{$selected}[$__rate_interval])))`,
    ]),
  );

const processPanels = (job: string): readonly Panel[] => [
  {
    title: "Processor",
    unit: "percentunit",
    queries: { "{{instance}}": `rate(process_cpu_seconds_total{$selected, job=~"${job}"}[$__rate_interval])` },
  },
  { title: "Memory", unit: "bytes", queries: { "{{instance}}": `process_resident_memory_bytes{$selected, job=~"${job}"}` } },
  { title: "Event loop lag, p99", unit: "s", queries: { "{{instance}}": `nodejs_eventloop_lag_p99_seconds{$selected, job=~"${job}"}` } },
];

const decisions: Dashboard = {
  uid: "airlock-decisions",
  title: "Airlock: decisions",
  rows: [
    {
      title: "Now",
      panels: [
        {
          title: "Decisions",
          kind: "stat",
          unit: "reqps",
          queries: { decisions: "sum(rate(airlock_decisions_total{$selected}[$__rate_interval]))" },
        },
        {
          title: "Failed",
          kind: "stat",
          unit: "percentunit",
          queries: {
            failed:
              'sum(rate(airlock_decisions_total{$selected, status="failed"}[$__rate_interval])) / sum(rate(airlock_decisions_total{$selected}[$__rate_interval]))',
          },
        },
        {
          title: "Time to response, p99",
          kind: "stat",
          unit: "s",
          queries: {
            p99: "histogram_quantile(0.99, sum by (le) (rate(airlock_decision_seconds_bucket{$selected}[$__rate_interval])))",
          },
        },
        {
          title: "Refused",
          kind: "stat",
          unit: "reqps",
          queries: { refused: "sum(rate(airlock_refusals_total{$selected}[$__rate_interval]))" },
        },
        { title: "Runtimes with a lease", kind: "stat", unit: "short", queries: { runtimes: "sum(airlock_lease_holds{$selected})" } },
        {
          title: "Alerts firing",
          kind: "stat",
          unit: "short",
          queries: { alerts: 'count(ALERTS{alertname=~"Airlock.*", alertstate="firing"}) or vector(0)' },
        },
      ],
    },
    {
      title: "Calls",
      panels: [
        {
          title: "Decisions by status",
          unit: "reqps",
          queries: { "{{status}}": "sum by (status) (rate(airlock_decisions_total{$selected}[$__rate_interval]))" },
        },
        {
          title: "Time to response",
          description: "From arrival until the execution is durable and the response is sent.",
          unit: "s",
          queries: quantiles("airlock_decision_seconds"),
        },
        {
          title: "Refused calls by code",
          unit: "reqps",
          queries: { "{{code}}": "sum by (code) (rate(airlock_refusals_total{$selected}[$__rate_interval])) > 0" },
        },
        {
          title: "Busiest versions",
          unit: "reqps",
          queries: { "{{version}}": "topk(10, sum by (version) (rate(airlock_decisions_total{$selected}[$__rate_interval])))" },
        },
        {
          title: "Decisions by arm",
          description: "During splits and ramps: champion and challenger. All others are none.",
          unit: "reqps",
          queries: {
            "{{arm}}": "sum by (arm) (rate(airlock_decisions_total{$selected}[$__rate_interval]))",
            "passed over: {{reason}}": "sum by (reason) (rate(airlock_challenger_passed_over_total{$selected}[$__rate_interval])) > 0",
          },
        },
        {
          title: "Results of shadows",
          description: "Inputs that a shadow decided beside the live version, and those that it dropped.",
          unit: "reqps",
          queries: {
            "{{result}}": "sum by (result) (rate(airlock_shadow_decisions_total{$selected}[$__rate_interval]))",
            "dropped: {{reason}}": "sum by (reason) (rate(airlock_shadow_dropped_total{$selected}[$__rate_interval])) > 0",
          },
        },
        {
          title: "Keys with the most refused calls",
          unit: "reqps",
          queries: { "{{key}}": "topk(10, sum by (key) (rate(airlock_key_refusals_total{$selected}[$__rate_interval])))" },
        },
        {
          title: "Refused requests stored",
          unit: "reqps",
          queries: {
            stored: "sum(rate(airlock_refused_requests_sent_total{$selected}[$__rate_interval]))",
            "counted only": "sum(rate(airlock_refused_requests_not_stored_total{$selected}[$__rate_interval]))",
          },
        },
      ],
    },
    {
      title: "Load of runtimes",
      panels: [
        {
          title: "Calls in flight, share of the limit",
          unit: "percentunit",
          queries: { "{{instance}}": "airlock_decisions_in_flight{$selected} / airlock_decisions_in_flight_limit{$selected}" },
        },
        { title: "Web calls under way", unit: "short", queries: { "{{instance}}": "airlock_web_calls_under_way{$selected}" } },
        {
          title: "Executions in a group",
          description: "Executions of one append to JetStream: it grows with the load.",
          unit: "short",
          queries: {
            "{{instance}}":
              "rate(airlock_log_executions{$selected}[$__rate_interval]) / rate(airlock_log_groups{$selected}[$__rate_interval])",
          },
        },
        ...processPanels("airlock-runtime"),
      ],
    },
    {
      title: "Execution log",
      panels: [
        {
          title: "Lease and log",
          description: "1 is good for the lease and the log, and bad for failing.",
          unit: "short",
          queries: {
            "{{instance}} lease": "airlock_lease_holds{$selected}",
            "{{instance}} to JetStream": "airlock_log_direct{$selected}",
            "{{instance}} failing": "airlock_log_failing{$selected}",
          },
        },
        {
          title: "Spool, share of the limit",
          unit: "percentunit",
          queries: { "{{instance}}": "airlock_spool_bytes{$selected} / airlock_spool_limit_bytes{$selected}" },
        },
        {
          title: "Kept on disk for an operator",
          unit: "short",
          queries: {
            "{{instance}} quarantined": "airlock_log_quarantined_files{$selected}",
            "{{instance}} damaged": "airlock_spool_damaged_files{$selected}",
          },
        },
      ],
    },
    {
      title: "What runtimes serve",
      panels: [
        {
          title: "Versions and secrets",
          unit: "short",
          queries: {
            "{{instance}} versions": "airlock_versions{$selected}",
            "{{instance}} regressed": "airlock_versions_regressed{$selected}",
            "{{instance}} secrets": "airlock_secrets{$selected}",
          },
        },
        {
          title: "Models and score tables",
          unit: "short",
          queries: {
            "{{instance}} models": "airlock_models{$selected}",
            "{{instance}} score tables": "airlock_score_tables{$selected}",
          },
        },
        {
          title: "Bucket entries refused",
          unit: "short",
          queries: { "{{bucket}}": "sum by (bucket) (increase(airlock_entries_refused_total{$selected}[$__rate_interval]))" },
        },
      ],
    },
  ],
};

const controlPlane: Dashboard = {
  uid: "airlock-control-plane",
  title: "Airlock: executions and control plane",
  rows: [
    {
      title: "Executions on their way to ClickHouse",
      panels: [
        { title: "Age of the oldest", unit: "s", queries: { behind: "max(airlock_backlog_seconds{$selected})" } },
        { title: "Messages waiting", unit: "short", queries: { waiting: "max(airlock_backlog_groups{$selected})" } },
        {
          title: "Rows written",
          unit: "reqps",
          queries: {
            executions: "sum(rate(airlock_sink_rows_total{$selected}[$__rate_interval]))",
            "refused requests": "sum(rate(airlock_refused_sink_rows_total{$selected}[$__rate_interval]))",
          },
        },
        {
          title: "Inserts",
          unit: "reqps",
          queries: {
            done: "sum(rate(airlock_sink_inserts_total{$selected}[$__rate_interval]))",
            failed: "sum(rate(airlock_sink_failures_total{$selected}[$__rate_interval]))",
            "failed, refused requests": "sum(rate(airlock_refused_sink_failures_total{$selected}[$__rate_interval]))",
          },
        },
        { title: "Rows of an insert", unit: "short", queries: quantiles("airlock_sink_batch_rows") },
        {
          title: "Dead letters and stopped sinks",
          unit: "short",
          queries: {
            "dead letters": "max(airlock_dead_groups{$selected})",
            "sink stopped": "max(airlock_sink_stopped{$selected})",
            "sink of refused requests stopped": "max(airlock_refused_sink_stopped{$selected})",
          },
        },
        {
          title: "Minutes counted",
          unit: "reqps",
          queries: { minutes: "sum(rate(airlock_minutes_counted_total{$selected}[$__rate_interval]))" },
        },
      ],
    },
    {
      title: "api",
      panels: [
        {
          title: "Requests by status",
          unit: "reqps",
          queries: { "{{status}}": "sum by (status) (rate(airlock_api_requests_total{$selected}[$__rate_interval]))" },
        },
        { title: "Time to response", unit: "s", queries: quantiles("airlock_api_seconds") },
        {
          title: "5xx, share of requests",
          unit: "percentunit",
          queries: {
            "5xx":
              'sum(rate(airlock_api_requests_total{$selected, status="5xx"}[$__rate_interval])) / sum(rate(airlock_api_requests_total{$selected}[$__rate_interval]))',
          },
        },
        ...processPanels("airlock-api"),
      ],
    },
    {
      title: "worker",
      panels: [
        {
          title: "Audit stream",
          description: "Only with AIRLOCK_AUDIT_STREAM_URL.",
          unit: "s",
          queries: { behind: "max(airlock_audit_stream_lag_seconds{$selected})" },
        },
        {
          title: "Audit entries",
          unit: "reqps",
          queries: {
            sent: "sum(rate(airlock_audit_stream_sent_total{$selected}[$__rate_interval]))",
            "failed batches": "sum(rate(airlock_audit_stream_failures_total{$selected}[$__rate_interval]))",
          },
        },
        { title: "Bucket entries ahead of Postgres", unit: "short", queries: { ahead: "max(airlock_entries_ahead{$selected})" } },
        ...processPanels("airlock-worker"),
      ],
    },
  ],
};

/** By the file in deploy/grafana. */
export const dashboards: Readonly<Record<string, Dashboard>> = {
  "airlock-decisions.json": decisions,
  "airlock-control-plane.json": controlPlane,
};
