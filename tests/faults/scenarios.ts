import type { Scenario } from "./scenario.ts";
import { clickHouseDown } from "./scenarios/clickhouse-down.ts";
import { coldStart } from "./scenarios/cold-start.ts";
import { controlPlaneDown } from "./scenarios/control-plane-down.ts";
import { jetStreamLosesItsDisk } from "./scenarios/jetstream-loses-its-disk.ts";
import { killRuntimeAndJetStream } from "./scenarios/kill-runtime-and-jetstream.ts";
import { runtimeCutOff } from "./scenarios/runtime-cut-off.ts";
import { spoolFull } from "./scenarios/spool-full.ts";
import { workerKilledBeforeAck } from "./scenarios/worker-killed-before-ack.ts";

/** The table of faults. A new one is a file beside these and a line here. */
export const scenarios: readonly Scenario[] = [
  killRuntimeAndJetStream,
  controlPlaneDown,
  clickHouseDown,
  workerKilledBeforeAck,
  runtimeCutOff,
  spoolFull,
  jetStreamLosesItsDisk,
  coldStart,
];
