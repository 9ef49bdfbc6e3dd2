import { expect, test } from "vitest";
import { looksLikeLink } from "./link-like.ts";

test.each([
  "log in at http://evil.example now",
  "www.evil",
  "Evil.com",
  "x.com",
  "login.bank-secure.co.uk/now",
  "evil．com",
  "evil。com",
  "write to help@evil.example",
  "mailto:help",
  "10.0.0.1/login",
  "evil.example.",
])("%j would become a link", (text) => {
  expect(looksLikeLink(text)).toBe(true);
});

test.each(["Harbour Bank", "J.R.R. Tolkien", "A. Smith", "St. John", "Müller & Co. KG", "Bank 2.0", "No. 1", "Team: Risk", "AT&T", "A/B"])(
  "%j is a name",
  (text) => {
    expect(looksLikeLink(text)).toBe(false);
  },
);
