/**
 * A bug, planted on purpose: a runtime that is started with `--import` of this file answers when a group is sent, without waiting until it is
 * acknowledged as durable. Faults must catch it, and the bench measures what waiting costs. It stands outside the product, which
 * has no such switch.
 */
import { rewrite } from "./rewrite.ts";

const waits = "await store(messageOf(group))";
const doesNot = "(void store(messageOf(group)), await Promise.resolve(true))";

rewrite("/apps/runtime/src/execution/execution-log.ts", waits, doesNot);
