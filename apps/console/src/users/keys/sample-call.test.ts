import { describe, expect, it } from "vitest";
import { sampleCall } from "./sample-call.ts";

describe("the sample call", () => {
  it("holds address, key and body", () => {
    expect(sampleCall("https://airlock.example/dme/manage/v1/versions/V/execute", "alk_k_s", { age: 123 })).toBe(
      `curl -X POST 'https://airlock.example/dme/manage/v1/versions/V/execute' \\
  -H 'Authorization: Bearer alk_k_s' \\
  -H 'Content-Type: application/json' \\
  -d '{"age":123}'`,
    );
  });
  it("lets no name break out of its quotes", () => {
    expect(sampleCall("http://a", "k", { "it's": "text" })).toContain(String.raw`-d '{"it'\''s":"text"}'`);
  });
});
