import { tableSearchWith } from "../list-page/table-search.ts";

/** Words of the address: since when (a span, `all`, or from and to), who called, the code, the solution or version, and what is open. */
export const requestsSearch = tableSearchWith(["span", "from", "to", "caller", "code", "solution", "version", "request"]);

export type RequestsSearch = ReturnType<typeof requestsSearch>;
