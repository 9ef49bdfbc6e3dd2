import { userInvite } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import { isEmail } from "./email.ts";

const addresses = [
  "lena.brandt@northbank.example",
  "o'neil+airlock@a-b.co.uk",
  "lena.brandt@northbank",
  "lena.brandt",
  "@northbank.example",
  "lena@@northbank.example",
  "lena brandt@northbank.example",
  "lena..brandt@northbank.example",
  ".lena@northbank.example",
  "lena.@northbank.example",
  "lena@northbank.e",
  `${"a".repeat(250)}@b.example`,
  "",
];

describe("the format check of an address", () => {
  it("agrees with the schema of the API", () => {
    for (const emailAddress of addresses) {
      const taken = userInvite.safeParse({ emailAddress, firstName: "Lena", name: "Brandt", organisationWss: "A" }).success;
      expect([emailAddress, isEmail(emailAddress)]).toEqual([emailAddress, taken]);
    }
    expect(addresses.filter(isEmail)).toHaveLength(2);
  });
});
