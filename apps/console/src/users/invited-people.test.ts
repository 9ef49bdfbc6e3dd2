import { describe, expect, it } from "vitest";
import { isComplete, peopleIn } from "./invited-people.ts";

const addresses = (text: string) => peopleIn(text).map(({ emailAddress }) => emailAddress);

describe("a pasted list of users", () => {
  it("is separated by anything, and an address counts once", () => {
    const text = "noor.dekker@bank.example; bas@bank.example,j@bank.example\n\teva@bank.example NOOR.dekker@bank.example.";
    expect(addresses(text)).toEqual(["noor.dekker@bank.example", "bas@bank.example", "j@bank.example", "eva@bank.example"]);
  });
  it("takes names from before the address, otherwise from the address", () => {
    expect(peopleIn('Ada Byron <ada@bank.example>, "van Dijk, Eva" <eva.van-dijk+new@bank.example>')).toEqual([
      { emailAddress: "ada@bank.example", firstName: "Ada", name: "Byron" },
      { emailAddress: "eva.van-dijk+new@bank.example", firstName: "van", name: "Dijk, Eva" },
    ]);
    expect(peopleIn("grace.van.hopper@bank.example")).toMatchObject([{ firstName: "Grace", name: "Van Hopper" }]);
  });
  it("leaves the last name open where the address has one word", () => {
    const [one] = peopleIn("eva@bank.example");
    expect(one).toMatchObject({ firstName: "Eva", name: "" });
    expect(one && isComplete(one)).toBe(false);
  });
  it("leaves out what is no address", () => {
    expect(addresses("eva.kr, nobody@, @bank.example, a..b@bank.example")).toEqual([]);
  });
});
