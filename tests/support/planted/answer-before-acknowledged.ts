/**
 * A bug, planted on purpose: a runtime that is started with `--import` of this file answers when a group is sent, without waiting until it is
 * acknowledged as durable. Faults must catch it, and the bench measures what waiting costs. It stands outside the product, which
 * has no such switch.
 */
import { registerHooks } from "node:module";

const waits = "await store(messageOf(group))";
const doesNot = "(void store(messageOf(group)), await Promise.resolve(true))";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/apps/runtime/src/execution/execution-log.ts")) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined);
    // Should the line ever be written differently, this must not quietly plant nothing.
    if (source.split(waits).length !== 2) throw new Error(`The execution log no longer says "${waits}": mend ${import.meta.filename}.`);
    return { ...loaded, source: source.replace(waits, doesNot) };
  },
});
