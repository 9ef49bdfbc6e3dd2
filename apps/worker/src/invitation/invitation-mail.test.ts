import { expect, test } from "vitest";
import { invitationMail } from "./invitation-mail.ts";

const invitation = { to: "ada@example.test", firstName: "Ada", organisation: "Harbour Bank", link: "https://a.test/confirm/k-1", days: 7 };

test("text and HTML both have the link and its validity", () => {
  const mail = invitationMail(invitation);
  expect(mail.subject).toBe('"Harbour Bank" invites you to Airlock');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain("https://a.test/confirm/k-1");
    expect(body).toContain("for 7 days");
  }
});

test("names become neither links nor instructions, and are quoted", () => {
  const mail = invitationMail({
    ...invitation,
    firstName: "Urgent! your account is locked, visit http://evil.example",
    organisation: 'Security alert" log in at http://evil.example or www.evil.com, or write to help@evil.example\nnow',
  });
  for (const part of [mail.subject, mail.text, mail.html]) {
    expect(part).not.toMatch(/evil\.|help@|www\./);
    expect(part.replaceAll(invitation.link, "")).not.toContain("://");
  }
  expect(mail.text).toMatch(/^Hello,\n/);
  expect(mail.text).toMatch(/The organisation "[^"\n]{1,60}" has invited you to Airlock/);
  expect(mail.text).toContain("Airlock does not verify");
  expect(mail.subject).toMatch(/^"[^"\n]{1,60}" invites you to Airlock$/);
});

test("the sender is named, quoted and without links", () => {
  const mail = invitationMail({ ...invitation, invitedBy: 'Mara "Visser" http://evil.example' });
  for (const body of [mail.text, mail.html]) expect(body).not.toContain("evil.");
  expect(mail.text).toMatch(/^"Mara [^"\n]*" has invited you to join the organisation "Harbour Bank" on Airlock/m);
});

test("a note is quoted, without links, and attributed to an administrator", () => {
  const mail = invitationMail({ ...invitation, days: 1, note: 'Welcome to the "Loans" team.\nSee http://evil.example & ask <b>Mara</b>.' });
  expect(mail.text).toContain("They write: \"Welcome to the 'Loans' team. See http evil");
  expect(mail.html).toContain("&#38; ask &#60;b&#62;Mara");
  for (const body of [mail.text, mail.html]) {
    expect(body).not.toMatch(/evil\./);
    expect(body).toContain("typed these names and words");
    expect(body).toContain("for 1 day.");
  }
});

test("an ordinary name is in the greeting", () => {
  expect(invitationMail({ ...invitation, firstName: "Zoë-Anne O'Neil" }).text).toMatch(/^Hello Zoë-Anne O'Neil,/);
});

test("a name typed by a user stays text", () => {
  const mail = invitationMail({ ...invitation, firstName: "<b>Ada</b>", organisation: "A & B\r\nBcc: all@example.test" });
  expect(mail.html).not.toContain("<b>");
  expect(mail.html).toContain("A &#38; B");
  expect(mail.subject).not.toMatch(/[\r\n]/);
});
