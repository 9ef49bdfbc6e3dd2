/**
 * A deliberate bug: a runtime that is started with `--import` of this file responds when a group is sent, without waiting until it is acknowledged as
 * durable. Fault tests must detect it, and the bench measures the cost of waiting. It is outside the product, which has no such switch.
 */
import { rewrite } from "./rewrite.ts";

const waits = "await store(messageOf(group))";
const doesNot = "(void store(messageOf(group)), await Promise.resolve(true))";

rewrite("/apps/runtime/src/execution/execution-log.ts", waits, doesNot);
