import type { Scenario } from "./scenario.ts";
import { aMillion } from "./scenarios/a-million.ts";
import { callerLeaves } from "./scenarios/caller-leaves.ts";
import { clickHouseDown } from "./scenarios/clickhouse-down.ts";
import { coldStart } from "./scenarios/cold-start.ts";
import { controlPlaneDown } from "./scenarios/control-plane-down.ts";
import { corruptedSpool } from "./scenarios/corrupted-spool.ts";
import { diskFull } from "./scenarios/disk-full.ts";
import { jetStreamLosesItsDisk } from "./scenarios/jetstream-loses-its-disk.ts";
import { killRuntimeAndJetStream } from "./scenarios/kill-runtime-and-jetstream.ts";
import { lostAndRestored } from "./scenarios/lost-and-restored.ts";
import { overload } from "./scenarios/overload.ts";
import { noisyNeighbour } from "./scenarios/noisy-neighbour.ts";
import { oversizedRecord } from "./scenarios/oversized-record.ts";
import { pausedAndSteppedBack } from "./scenarios/paused-and-stepped-back.ts";
import { poisonedSpool } from "./scenarios/poisoned-spool.ts";
import { publishHeld } from "./scenarios/publish-held.ts";
import { rollingRestart } from "./scenarios/rolling-restart.ts";
import { postgresFailover } from "./scenarios/postgres-failover.ts";
import { rolloutWithoutControlPlane } from "./scenarios/rollout-without-control-plane.ts";
import { runtimeCutOff } from "./scenarios/runtime-cut-off.ts";
import { sickRuntime } from "./scenarios/sick-runtime.ts";
import { slowWebCalls } from "./scenarios/slow-web-calls.ts";
import { spoolFull } from "./scenarios/spool-full.ts";
import { stops } from "./scenarios/stops.ts";
import { storeFull } from "./scenarios/store-full.ts";
import { switches } from "./scenarios/switches.ts";
import { tenMillion } from "./scenarios/ten-million.ts";
import { twoReleases } from "./scenarios/two-releases.ts";
import { workerKilledBeforeAck } from "./scenarios/worker-killed-before-ack.ts";
import { workerKilledInTraining } from "./scenarios/worker-killed-in-training.ts";

/** All faults. A new one is a file in this folder and a line here. */
export const scenarios: readonly Scenario[] = [
  aMillion,
  tenMillion,
  killRuntimeAndJetStream,
  publishHeld,
  controlPlaneDown,
  postgresFailover,
  rolloutWithoutControlPlane,
  clickHouseDown,
  workerKilledBeforeAck,
  workerKilledInTraining,
  runtimeCutOff,
  stops,
  switches,
  pausedAndSteppedBack,
  slowWebCalls,
  callerLeaves,
  noisyNeighbour,
  overload,
  spoolFull,
  storeFull,
  diskFull,
  oversizedRecord,
  poisonedSpool,
  corruptedSpool,
  sickRuntime,
  jetStreamLosesItsDisk,
  coldStart,
  lostAndRestored,
  twoReleases,
  rollingRestart,
];
