import type { Scenario } from "./scenario.ts";
import { aMillion } from "./scenarios/a-million.ts";
import { clickHouseDown } from "./scenarios/clickhouse-down.ts";
import { coldStart } from "./scenarios/cold-start.ts";
import { controlPlaneDown } from "./scenarios/control-plane-down.ts";
import { diskFull } from "./scenarios/disk-full.ts";
import { jetStreamLosesItsDisk } from "./scenarios/jetstream-loses-its-disk.ts";
import { killRuntimeAndJetStream } from "./scenarios/kill-runtime-and-jetstream.ts";
import { lostAndRestored } from "./scenarios/lost-and-restored.ts";
import { overload } from "./scenarios/overload.ts";
import { pausedAndSteppedBack } from "./scenarios/paused-and-stepped-back.ts";
import { publishHeld } from "./scenarios/publish-held.ts";
import { rollingRestart } from "./scenarios/rolling-restart.ts";
import { runtimeCutOff } from "./scenarios/runtime-cut-off.ts";
import { slowWebCalls } from "./scenarios/slow-web-calls.ts";
import { spoolFull } from "./scenarios/spool-full.ts";
import { stops } from "./scenarios/stops.ts";
import { workerKilledBeforeAck } from "./scenarios/worker-killed-before-ack.ts";
import { workerKilledInTraining } from "./scenarios/worker-killed-in-training.ts";

/** The table of faults. A new one is a file beside these and a line here. */
export const scenarios: readonly Scenario[] = [
  aMillion,
  killRuntimeAndJetStream,
  publishHeld,
  controlPlaneDown,
  clickHouseDown,
  workerKilledBeforeAck,
  workerKilledInTraining,
  runtimeCutOff,
  stops,
  pausedAndSteppedBack,
  slowWebCalls,
  overload,
  spoolFull,
  diskFull,
  jetStreamLosesItsDisk,
  coldStart,
  lostAndRestored,
  rollingRestart,
];
