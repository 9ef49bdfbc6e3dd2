import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Instance } from "../../services/instance.ts";
import type { Caller } from "./caller.ts";
import { plantedBug } from "./planted.ts";

export interface HeldTrainings {
  /** For a worker that shall hold its trainings. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on trainings grow so many trees and wait. */
  readonly holdAt: (trees: number) => Promise<void>;
  readonly letGo: () => Promise<void>;
}

/** How often the last training of a prediction began again because its worker was gone. */
export async function timesBegunAgain(admin: Caller, at: { readonly predictionId: string }): Promise<number> {
  const { lines } = (await admin.do("prediction.trainingLogs", { at }))._embedded;
  return lines.filter(({ message }) => message.startsWith("The training begins again")).length;
}

/** Trainings that wait where a test says, however quick the machine is and however long the test is held up. */
export function holdTrainings(instance: Instance): HeldTrainings {
  const file = join(instance.folder, "hold-trainings");
  return {
    env: { ...plantedBug("training-that-waits"), AIRLOCK_PLANTED_HOLD: file },
    holdAt: (trees) => writeFile(file, String(trees)),
    letGo: () => rm(file, { force: true }),
  };
}
