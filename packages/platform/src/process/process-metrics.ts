import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "./metrics.ts";

const nanoseconds = 1e9;

/** Standard process metrics, under the names that Prometheus's own clients use. */
export function addProcessMetrics(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const started = Date.now() / 1000 - process.uptime();
  metrics.readCounter("process_cpu_seconds_total", "Processor time, user and system.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge("process_resident_memory_bytes", "Memory that the process has.", () => process.memoryUsage.rss());
  metrics.gauge("process_start_time_seconds", "When the process started.", () => started);
  metrics.gauge("nodejs_eventloop_lag_p99_seconds", "Event loop delay since the last scrape.", () => {
    const p99 = delay.percentile(99) / nanoseconds;
    delay.reset();
    return p99;
  });
}
