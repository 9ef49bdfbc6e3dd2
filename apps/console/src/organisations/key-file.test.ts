import { describe, expect, it } from "vitest";
import { readKeyFile } from "./key-file.ts";

const content = {
  type: "service_account",
  project_id: "northbank-risk",
  private_key_id: "4f0c0000000000000000000000000000000000e91",
  private_key: "-----BEGIN PRIVATE KEY-----",
  client_email: "airlock-reader@northbank-risk.iam.gserviceaccount.com",
};
const chosen = (text: string, size = text.length) => ({ name: "reader.json", size, text: () => Promise.resolve(text) });
const faultOf = async (text: string, size?: number) => {
  const read = await readKeyFile(chosen(text, size));
  return "fault" in read ? read.fault : undefined;
};

describe("a chosen key file", () => {
  it("is shown by its account and the ends of its key, never by the key itself", async () => {
    const read = await readKeyFile(chosen(JSON.stringify(content)));
    expect(read).toMatchObject({ file: { account: "airlock-reader", project: "northbank-risk", key: "4f0c...91" } });
  });
  it("is refused with the reason", async () => {
    expect(await faultOf("{", 1)).toBe("reader.json is not JSON.");
    expect(await faultOf("[1]")).toBe("reader.json is not the key file of a service account.");
    expect(await faultOf(JSON.stringify({ ...content, type: "authorized_user" }))).toBe(
      "reader.json is not the key file of a service account.",
    );
    expect(await faultOf(JSON.stringify({ ...content, private_key: "" }))).toBe("reader.json holds no private_key.");
    expect(await faultOf(JSON.stringify(content), 16_385)).toContain("larger than 16 kB");
  });
});
