import { openMailer, type Mailer } from "@airlock/platform/mail";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { killPart, restartPart } from "../lifecycle.ts";
import { inboxUrl, smtpUrl } from "../parts/inbox.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../temporary-instance.ts";

const mails = z.array(
  z.looseObject({ id: z.string(), to: z.array(z.string()), subject: z.string(), text: z.string(), html: z.string(), from: z.string() }),
);

let running: TemporaryInstance;
let mailer: Mailer;
let url: string;

beforeAll(async () => {
  running = await startTemporaryInstance(["inbox"]);
  url = inboxUrl(running.instance);
  mailer = openMailer({ url: smtpUrl(running.instance), from: "Airlock <airlock@airlock.test>" });
});

afterAll(async () => {
  mailer.close();
  await running.stop();
});

beforeEach(async () => {
  await fetch(`${url}/mails`, { method: "DELETE" });
});

const list = async (query = "") => mails.parse(await (await fetch(`${url}/mails${query}`)).json());
const send = (to: string, subject: string) => mailer.send({ to, subject, text: `Hello ${to}`, html: `<p>Hello ${to}</p>` });

describe("the inbox", () => {
  it("stores what the product sends, with all parts readable", async () => {
    await send("Ada@Example.org", "Welcome to Zürich ✓");
    const [mail] = await list();
    expect(mail).toMatchObject({ from: "Airlock <airlock@airlock.test>", to: ["ada@example.org"], subject: "Welcome to Zürich ✓" });
    expect(mail?.text).toContain("Hello Ada@Example.org");
    expect(mail?.html).toContain("<p>Hello Ada@Example.org</p>");
    const raw = await (await fetch(`${url}/mails/${mail?.id ?? ""}/raw`)).text();
    expect(raw).toMatch(/^From: Airlock <airlock@airlock.test>\r\nTo: Ada@example.org\r\n/);
  });

  it("lists in the order of arrival, optionally for one recipient, and deletes on request", async () => {
    for (const n of [1, 2, 3]) await send(n === 2 ? "bob@example.org" : "ada@example.org", `mail ${n}`);
    expect((await list()).map(({ subject }) => subject)).toEqual(["mail 1", "mail 2", "mail 3"]);
    const ofAda = await list("?to=ADA@example.org");
    expect(ofAda.map(({ subject }) => subject)).toEqual(["mail 1", "mail 3"]);
    await fetch(`${url}/mails/${ofAda[0]?.id ?? ""}`, { method: "DELETE" });
    expect((await list()).map(({ subject }) => subject)).toEqual(["mail 2", "mail 3"]);
  });

  it("keeps an accepted mail when it is killed", async () => {
    await send("ada@example.org", "kept");
    await killPart(running.instance, "inbox");
    await expect(send("ada@example.org", "lost")).rejects.toThrow("ECONNREFUSED");
    await restartPart(running.instance, "inbox");
    expect((await list()).map(({ subject }) => subject)).toEqual(["kept"]);
  });

  it("finds no mail outside its folder", async () => {
    expect((await fetch(`${url}/mails/..%2F..%2Fidp%2Fkeys`)).status).toBe(404);
  });
});
