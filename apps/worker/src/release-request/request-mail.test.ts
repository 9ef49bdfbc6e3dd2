import { expect, test } from "vitest";
import { requestMail } from "./request-mail.ts";

const notice = {
  event: "requested",
  to: "lena@example.org",
  firstName: "Lena",
  by: "Mara Visser",
  solution: "Personal loan",
  version: "v8",
  reason: "New debt bands <b>now</b>",
  link: "https://airlock.example/admin/release-requests/01",
} as const;

test("says who requests what and why, as text and as HTML", () => {
  const mail = requestMail(notice);
  expect(mail.subject).toBe("Personal loan: release request");
  expect(mail.text).toContain('"Mara Visser" wants to release "v8" of "Personal loan".');
  expect(mail.text).toContain('They wrote: "New debt bands <b>now</b>"');
  expect(mail.html).toContain("&#60;b&#62;now");
  expect(mail.html).not.toContain("<b>now");
  expect(mail.text).toContain(notice.link);
});

test("a name that looks like a link is not turned into one, and no line break reaches the subject", () => {
  const mail = requestMail({ ...notice, event: "bypassed", by: "https://evil.example", solution: "Loan\r\nBcc: all@example.org" });
  expect(mail.text).not.toContain("https://evil.example");
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.text).toContain("without the approvals and gates");
});
