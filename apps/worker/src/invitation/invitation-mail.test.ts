import { expect, test } from "vitest";
import { invitationMail } from "./invitation-mail.ts";

const invitation = { to: "ada@example.test", firstName: "Ada", organisation: "Harbour Bank", link: "https://a.test/confirm/k-1", days: 7 };

test("text and HTML both hold the link and say how long it works", () => {
  const mail = invitationMail(invitation);
  expect(mail.subject).toBe("Harbour Bank invites you to Airlock");
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain("https://a.test/confirm/k-1");
    expect(body).toContain("for 7 days");
  }
});

test("what people type as a name stays text", () => {
  const mail = invitationMail({ ...invitation, firstName: "<b>Ada</b>", organisation: "A & B\r\nBcc: all@example.test" });
  expect(mail.html).not.toContain("<b>");
  expect(mail.html).toContain("A &#38; B");
  expect(mail.subject).not.toMatch(/[\r\n]/);
});
