import { expect, test } from "vitest";
import { rolloutMail } from "./rollout-mail.ts";

const notice = {
  to: "lena@example.org",
  firstName: "Lena",
  solution: "Personal loan",
  version: "v8",
  liveVersion: "v7",
  message: "Failed share: 6% of 200 decisions failed, and at most 3% may. <b>",
  link: "https://airlock.example/admin/rollouts/01",
} as const;

test("says what was rolled back and why, as text and as HTML", () => {
  const mail = rolloutMail(notice);
  expect(mail.subject).toBe("Personal loan: rolled back");
  expect(mail.text).toContain('The rollout of "v8" of "Personal loan" was rolled back. "v7" answers every call again.');
  expect(mail.text).toContain("6% of 200 decisions failed");
  expect(mail.text).toContain(notice.link);
  expect(mail.html).toContain("&#60;b&#62;");
});

test("a name that looks like a link is not turned into one, and no line break reaches the subject", () => {
  const mail = rolloutMail({ ...notice, version: "https://evil.example", solution: "Loan\r\nBcc: all@example.org" });
  expect(mail.text).not.toContain("https://evil.example");
  expect(mail.subject).not.toMatch(/[\r\n]/);
});
