import { openApiDocument } from "@airlock/contract/openapi";
import { expect, test } from "vitest";
import { fuzz, type FuzzOptions, type Seen } from "./fuzz.ts";
import { createKnownIds } from "./known-ids.ts";
import { readOperations, type Operation } from "./operations.ts";
import type { GeneratedRequest } from "./requests.ts";
import type { ReceivedResponse } from "./response-check.ts";

const operations = readOperations(openApiDocument("1.0.0"));
const problem = {
  type: "about:blank",
  title: "Not found",
  status: 404,
  code: "NOT_FOUND",
  message: "",
  description: "",
  correlationId: "1",
};
const notFound: ReceivedResponse = { status: 404, contentType: "application/problem+json", body: Buffer.from(JSON.stringify(problem)) };

interface Run extends Seen {
  readonly sent: readonly GeneratedRequest[];
}

async function run(response: ReceivedResponse, options: Partial<FuzzOptions> = {}): Promise<Run> {
  const sent: GeneratedRequest[] = [];
  const send = (operation: Operation, request: GeneratedRequest): Promise<ReceivedResponse> => {
    sent.push(request);
    return Promise.resolve(operation.id === "solution.delete" ? response : notFound);
  };
  const some = operations.filter(({ id }) => ["solution.read", "solution.update", "solution.delete"].includes(id));
  const seen = await fuzz({ operations: some, known: createKnownIds(operations), send, seed: 1, requests: 30, ...options });
  return { ...seen, sent };
}

const defects: Readonly<Record<string, ReceivedResponse>> = {
  "server error": { ...notFound, status: 500 },
  "undeclared status": { ...notFound, status: 418 },
  'undeclared content type "text/html"': { ...notFound, contentType: "text/html" },
  "not JSON": { ...notFound, body: Buffer.from("<h1>Not found</h1>") },
  "undeclared form: data must have required property 'code'": {
    ...notFound,
    body: Buffer.from(JSON.stringify({ ...problem, code: undefined })),
  },
  "body where none is declared": { status: 204, contentType: undefined, body: Buffer.from("done") },
};

test.each(Object.entries(defects))("a run finds: %s", async (mistake, response) => {
  const { wrong } = await run(response);
  expect(wrong.map(({ operation }) => operation)).toEqual(Array.from({ length: 10 }, () => "solution.delete"));
  expect(wrong.filter(({ text }) => !text.includes(`: ${mistake},`))).toEqual([]);
});

test("a run finds no mistake in declared responses", async () => {
  const { wrong, requests, byOperation } = await run({ status: 204, contentType: undefined, body: Buffer.alloc(0) });
  expect(wrong).toEqual([]);
  expect([requests, byOperation.get("solution.delete")]).toEqual([30, new Map([[204, 10]])]);
});

test("a run finds calls without a response", async () => {
  const { wrong } = await run(notFound, { requests: 3, send: () => Promise.reject(new Error("socket hang up")) });
  expect(wrong.map(({ text }) => text.split(": ").at(-1))).toEqual(Array.from({ length: 3 }, () => "socket hang up"));
});

test("the same seed sends the same requests, another seed sends others", async () => {
  const first = await run(notFound);
  expect((await run(notFound)).sent).toEqual(first.sent);
  expect((await run(notFound, { seed: 2 })).sent).not.toEqual(first.sent);
});

test("a run ends after the round in which its time is over", async () => {
  let rounds = 0;
  const { requests } = await run(notFound, { mayContinue: () => (rounds += 1) <= 2 });
  expect(requests).toBe(6);
});
