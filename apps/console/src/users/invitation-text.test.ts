import { expect, it } from "vitest";
import { invitationText } from "./invitation-text.ts";

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour);
const invitation = { invitedDate: at(17).toISOString(), invitationExpires: at(24).toISOString() };

it("says how long the link of an invitation works, and when it was sent", () => {
  expect(invitationText(invitation, at(17, 13).getTime())).toEqual({
    short: "Expires in 6 days",
    long: "Invited 17 Nov 2026, 12:00. The link works until 24 Nov 2026, 12:00.",
    expired: false,
  });
  expect(invitationText(invitation, at(23).getTime())?.short).toBe("Expires in 1 day");
  expect(invitationText(invitation, at(24, 11).getTime())?.short).toBe("Expires today");
});

it("says since when it is expired", () => {
  expect(invitationText(invitation, at(25).getTime())).toEqual({
    short: "Expired 24 Nov 2026",
    long: "Invited 17 Nov 2026, 12:00. The link expired 24 Nov 2026, 12:00.",
    expired: true,
  });
});

it("says nothing where there is no open invitation", () => {
  expect(invitationText({ invitedDate: null, invitationExpires: null }, 0)).toBeUndefined();
});
