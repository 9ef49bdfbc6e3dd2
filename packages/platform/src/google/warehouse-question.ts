import { z } from "zod";
import type { AccessToken } from "./service-account-token.ts";
import { sdkFailure, connectionTrouble, WentWrong } from "./went-wrong.ts";

export interface WarehouseQuestion {
  readonly projectId: string;
  readonly sql: string;
}

/** A completed query: BigQuery stores its rows for a day in a fixed order, and reading them costs nothing more. */
export interface WarehouseAnswer {
  readonly projectId: string;
  readonly job: string;
  readonly location: string;
  readonly rows: number;
}

/** BigQuery's query API. Everything rejects with `WentWrong`. */
export interface Warehouse {
  /** The number of bytes that BigQuery would read, from a dry run. */
  readonly weigh: (question: WarehouseQuestion) => Promise<number>;
  /** `maxBytes` is the maximum to pay for: BigQuery itself refuses to read more. The same `id` within minutes is the same query, paid once. */
  readonly ask: (question: WarehouseQuestion, maxBytes: number, id: string, signal?: AbortSignal) => Promise<WarehouseAnswer>;
  /** Rows from index `from`; undefined if BigQuery no longer has the result. */
  readonly page: (answer: WarehouseAnswer, from: number, signal?: AbortSignal) => Promise<readonly WarehouseRow[] | undefined>;
}

export type WarehouseRow = readonly (string | null)[];

export interface WarehouseCall {
  /** Called before every request: a long reading outlives a token. */
  readonly token: () => Promise<AccessToken>;
  /** Empty for Google's own. */
  readonly endpoint: string;
  readonly millis?: number;
}

const google = "https://bigquery.googleapis.com";
/** Rows per page; BigQuery sends fewer if they are long, never more than 10 MB. */
const pageRows = 10_000;
const waitMillis = 10_000;
const may = "the right to run queries (bigquery.jobs.create) and to read tables (bigquery.tables.getData)";

const count = z.coerce.number().int().min(0);
const answered = z.looseObject({
  jobComplete: z.boolean().default(false),
  jobReference: z.looseObject({ jobId: z.string().default(""), location: z.string().default("") }).default({ jobId: "", location: "" }),
  totalRows: count.optional(),
  totalBytesProcessed: count.optional(),
  rows: z.array(z.looseObject({ f: z.array(z.looseObject({ v: z.string().nullable() })) })).default([]),
});
const refused = z.looseObject({
  error: z.looseObject({
    message: z.string().default(""),
    errors: z.array(z.looseObject({ reason: z.string().default("") })).default([]),
  }),
});

export function openWarehouse({ token, endpoint, millis = 30_000 }: WarehouseCall): Warehouse {
  const who = endpoint === "" ? "BigQuery" : `The warehouse ${new URL(endpoint).host}`;

  async function call(projectId: string, path: string, body?: object, signal?: AbortSignal) {
    const { token: bearer } = await token();
    const address = new URL(`/bigquery/v2/projects/${encodeURIComponent(projectId)}/queries${path}`, endpoint === "" ? google : endpoint);
    const sending = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const late = AbortSignal.timeout(millis);
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, {
        ...sending,
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        redirect: "error",
        signal: signal === undefined ? late : AbortSignal.any([late, signal]),
      });
      text = await response.text();
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted) throw new WentWrong(`${who} did not answer within ${millis / 1000} seconds.`, { cause: error });
      throw new WentWrong(`${who} does not answer: ${connectionTrouble(error) ?? "the connection failed"}.`, { cause: error });
    }
    if (!response.ok) throw new Answered(response.status, reasonIn(text), sdkFailureOf(response.status, projectId, text));
    const read = answered.safeParse(jsonIn(text));
    if (!read.success) throw new WentWrong(`${who} returned a response that cannot be read.`);
    return read.data;
  }

  function sdkFailureOf(status: number, projectId: string, text: string): WentWrong {
    const reason = refused.safeParse(jsonIn(text)).data?.error.message ?? "";
    if (status === 400 && reason !== "") return new WentWrong(`${who} refuses the question: ${reason.slice(0, 300)}`);
    return sdkFailure(Object.assign(new Error(), { code: status }), who, projectId, may);
  }

  return {
    weigh: async ({ projectId, sql }) => {
      const { totalBytesProcessed } = await unlessRefused(call(projectId, "", { query: sql, useLegacySql: false, dryRun: true }));
      if (totalBytesProcessed === undefined) throw new WentWrong(`${who} does not say what a question would cost.`);
      return totalBytesProcessed;
    },
    ask: async ({ projectId, sql }, maxBytes, id, signal) => {
      const question = {
        query: sql,
        useLegacySql: false,
        maxResults: 0,
        timeoutMs: waitMillis,
        maximumBytesBilled: String(maxBytes),
        requestId: id,
      };
      let answer = await unlessRefused(call(projectId, "", question, signal));
      const { jobId, location } = answer.jobReference;
      if (jobId === "") throw new WentWrong(`${who} returned a response that cannot be read.`);
      while (!answer.jobComplete)
        answer = await unlessRefused(call(projectId, place(jobId, location, { maxResults: 0, timeoutMs: waitMillis }), undefined, signal));
      return { projectId, job: jobId, location, rows: answer.totalRows ?? 0 };
    },
    page: async ({ projectId, job, location }, from, signal) => {
      try {
        const { rows } = await call(projectId, place(job, location, { startIndex: from, maxResults: pageRows }), undefined, signal);
        return rows.map(({ f }) => f.map(({ v }) => v));
      } catch (error) {
        if (error instanceof Answered && error.status === 404) return undefined;
        throw error instanceof Answered ? error.failure : error;
      }
    },
  };
}

/** An error response with its status; only calls that know the meaning of a status inspect it. */
class Answered extends Error {
  readonly status: number;
  readonly reason: string;
  readonly failure: WentWrong;
  constructor(status: number, reason: string, failure: WentWrong) {
    super(failure.message);
    this.status = status;
    this.reason = reason;
    this.failure = failure;
  }
}

/** The query would read more bytes than allowed. */
export class BytesOverLimit extends Error {}

async function unlessRefused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Answered && error.reason === "bytesBilledLimitExceeded") throw new BytesOverLimit(error.message);
    throw error instanceof Answered ? error.failure : error;
  }
}

function place(job: string, location: string, query: Readonly<Record<string, number>>): string {
  const parameters = new URLSearchParams(location === "" ? {} : { location });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return `/${encodeURIComponent(job)}?${parameters.toString()}`;
}

function reasonIn(text: string): string {
  return refused.safeParse(jsonIn(text)).data?.error.errors[0]?.reason ?? "";
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
