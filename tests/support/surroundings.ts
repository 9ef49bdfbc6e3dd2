import type { ProviderSettings } from "../../services/idp/settings.ts";
import { kill, restart } from "../../services/stack.ts";
import type { Product } from "./product.ts";

/** What a test may do to the product's environment. Everything is restored at the end, whether or not the test passes. */
export interface Surroundings {
  /** Lifetimes of the identity provider's tokens from now on. */
  readonly provider: (settings: Partial<ProviderSettings>) => Promise<void>;
  /** Kills a part or process; returns a function that restarts it. */
  readonly stop: (name: string) => Promise<() => Promise<void>>;
  /** Stops a part or process with open connections; returns a function that lets it continue. */
  readonly pause: (name: string) => Promise<() => Promise<void>>;
  /** Runs this at the end. */
  readonly later: (work: () => Promise<void>) => void;
  /** Restores everything, last first. */
  readonly putBack: () => Promise<void>;
}

export function createSurroundings(product: Product): Surroundings {
  const undoing: (() => Promise<void>)[] = [];
  const later = (work: () => Promise<void>) => void undoing.push(work);
  /** The test may undo it itself; otherwise it is undone at the end. */
  const once = (undo: () => Promise<void>) => {
    let undone: Promise<void> | undefined;
    const undoOnce = () => (undone ??= undo());
    later(undoOnce);
    return undoOnce;
  };
  return {
    later,
    async provider(settings) {
      const before = await readProvider(product);
      later(() => changeProvider(product, before));
      await changeProvider(product, settings);
    },
    async stop(name) {
      await kill(product, name);
      return once(() => restart(product, name));
    },
    async pause(name) {
      await kill(product, name, "SIGSTOP");
      return once(() => kill(product, name, "SIGCONT"));
    },
    async putBack() {
      const failures: unknown[] = [];
      // Each even if one before it failed: the next test must not be affected.
      for (const undo of undoing.splice(0).toReversed()) await undo().catch((error: unknown) => failures.push(error));
      if (failures.length > 0)
        throw new AggregateError(failures, `The surroundings could not be put back: ${failures.map(String).join("; ")}`);
    },
  };
}

async function readProvider(product: Product): Promise<unknown> {
  const response = await fetch(`${product.issuer}/development/settings`);
  return response.json();
}

async function changeProvider(product: Product, settings: unknown): Promise<void> {
  const response = await fetch(`${product.issuer}/development/settings`, { method: "PUT", body: JSON.stringify(settings) });
  if (!response.ok) throw new Error(`The provider refuses the settings: ${await response.text()}`);
}
