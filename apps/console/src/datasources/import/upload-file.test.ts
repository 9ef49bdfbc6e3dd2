import { expect, test } from "vitest";
import { createActivity } from "../../api/activity.ts";
import { createClient } from "../../api/client.ts";
import { uploadFile } from "./upload-file.ts";

const megabyte = 1024 * 1024;

/** A server that stores uploads, and whose connection fails for the requests with these numbers, or returns something else. */
function setUp(size: number, fails: (request: number) => boolean | Response) {
  const requests: string[] = [];
  let received = 0;
  const resource = () => ({
    _embedded: { webSafeString: "u", fileName: "loans.csv", length: size, received },
    _links: {
      self: { href: "/uploads/u", allow: ["GET", "DELETE"] },
      pieces: { href: "/uploads/u/pieces", allow: ["PUT"] },
    },
  });
  const client = createClient({
    origin: "http://airlock.test",
    fetch: (input, init) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
      requests.push(`${init?.method ?? ""} ${pathname}`);
      const failure = fails(requests.length - 1);
      if (failure instanceof Response) return Promise.resolve(failure);
      if (failure) return Promise.reject(new TypeError("Failed to fetch"));
      if (init?.method === "PUT") {
        if (Number(searchParams.get("from")) !== received) return Promise.resolve(new Response("{}", { status: 400 }));
        received += init.body instanceof Blob ? init.body.size : 0;
      }
      return Promise.resolve(new Response(JSON.stringify(resource()), { status: 200 }));
    },
    credentials: {
      token: () => Promise.resolve("token"),
      organisation: () => "o",
      renew: () => Promise.resolve(undefined),
      end: () => undefined,
      doubt: () => undefined,
    },
    activity: createActivity(),
    newId: () => "id",
  });
  const progress: number[] = [];
  const upload = () =>
    uploadFile({
      client,
      href: "/uploads",
      file: new File([new Uint8Array(size)], "loans.csv"),
      onProgress: (done) => void progress.push(done),
      signal: new AbortController().signal,
      pauseMillis: 0,
    });
  return { requests, progress, upload, received: () => received };
}

test("a file is sent in chunks", async () => {
  const { upload, progress, received } = setUp(13 * megabyte, () => false);
  expect(await upload()).toBe("loans.csv");
  expect(received()).toBe(13 * megabyte);
  expect(progress).toEqual([6 * megabyte, 12 * megabyte, 13 * megabyte]);
});

test("while the connection is lost, both the chunk and its offset are requested again", async () => {
  const { upload, requests, received } = setUp(7 * megabyte, (request) => request >= 1 && request <= 6);
  expect(await upload()).toBe("loans.csv");
  expect(received()).toBe(7 * megabyte);
  expect(requests.filter((request) => request.startsWith("GET")).length).toBe(6);
});

test("while an earlier call is still adding a piece, it is sent again later", async () => {
  const busy = new Response(JSON.stringify({ code: "UPLOAD_BUSY", message: "Upload busy", description: "" }), { status: 409 });
  const { upload, requests, received } = setUp(7 * megabyte, (request) => (request === 1 ? busy : false));
  expect(await upload()).toBe("loans.csv");
  expect(received()).toBe(7 * megabyte);
  expect(requests.slice(1, 4)).toEqual(["PUT /uploads/u/pieces", "GET /uploads/u", "PUT /uploads/u/pieces"]);
});

test("an upload that the bucket server lost ends at once", async () => {
  const lost = new Response(JSON.stringify({ code: "UPLOAD_LOST", message: "Upload lost", description: "" }), { status: 409 });
  const { upload, requests } = setUp(7 * megabyte, (request) => (request === 1 ? lost : false));
  await expect(upload()).rejects.toMatchObject({ code: "UPLOAD_LOST" });
  expect(requests).toEqual(["POST /uploads", "PUT /uploads/u/pieces"]);
});

test("the eighth failure in a row ends it", async () => {
  const { upload, requests } = setUp(7 * megabyte, (request) => request >= 1);
  await expect(upload()).rejects.toThrow("No response");
  expect(requests).toHaveLength(1 + 8);
});
