/** What the compiler and the SQL back end start from, without the validator before it; for tests. */
export { kindOf } from "../kinds/registry.ts";
export { lower } from "./lower.ts";
