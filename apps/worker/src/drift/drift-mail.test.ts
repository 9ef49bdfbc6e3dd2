import { expect, test } from "vitest";
import { driftMail } from "./drift-mail.ts";

const moved = { of: "column", column: "age", day: "2026-03-01", model: 2, psi: 0.314 } as const;
const notice = { to: "ann@a.test", firstName: "Ann", prediction: "Risk", moved: [moved], link: "https://airlock.test/prediction/1" };

test("names what drifted, when and by how much, with a link", () => {
  const mail = driftMail({ ...notice, moved: [moved, { ...moved, of: "score", column: "score" }] });
  expect(mail.subject).toBe("Risk: live decisions differ from training");
  expect(mail.text).toContain("- age, on 2026-03-01, model 2: shift (PSI) 0.31");
  expect(mail.text).toContain("- its score, on 2026-03-01");
  expect(mail.text).toContain(notice.link);
  expect(mail.html).toContain(`href="${notice.link}"`);
});

test("user input becomes neither markup nor a second header", () => {
  const mail = driftMail({
    ...notice,
    prediction: "<b>Risk</b>\r\nBcc: all@a.test",
    moved: [{ ...moved, column: "<script>\u0000</script>" }],
  });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toContain("<script>");
  expect(mail.html).not.toContain("<b>");
});

test("a very long list is cut, with the count of the rest", () => {
  const mail = driftMail({ ...notice, moved: Array.from({ length: 100 }, (_, n) => ({ ...moved, column: `c${n}` })) });
  expect(mail.text).toContain("- and 70 more");
});
