import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Instance } from "../../services/instance.ts";
import type { Caller } from "./caller.ts";
import { plantedBug } from "./planted.ts";

export interface HeldTrainings {
  /** For a worker that should hold its trainings. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on trainings grow this number of trees and wait. */
  readonly holdAt: (trees: number) => Promise<void>;
  readonly letGo: () => Promise<void>;
}

/** How often the last training of a prediction was restarted because its worker died. */
export async function timesBegunAgain(admin: Caller, at: { readonly predictionId: string }): Promise<number> {
  const { lines } = (await admin.do("prediction.trainingLogs", { at }))._embedded;
  return lines.filter(({ message }) => message.startsWith("The training begins again")).length;
}

/** Holds trainings at a chosen point, independent of the speed of the machine and of the test. */
export function holdTrainings(instance: Instance): HeldTrainings {
  const file = join(instance.folder, "hold-trainings");
  return {
    env: { ...plantedBug("training-that-waits"), AIRLOCK_PLANTED_HOLD: file },
    holdAt: (trees) => writeFile(file, String(trees)),
    letGo: () => rm(file, { force: true }),
  };
}
