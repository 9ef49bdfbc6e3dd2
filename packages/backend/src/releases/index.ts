/** What releases need. */
export { findPolicy, type FoundPolicy } from "./find-policy.ts";
