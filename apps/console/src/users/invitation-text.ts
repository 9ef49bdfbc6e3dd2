import type { UserFields } from "@airlock/contract";
import { shortDate } from "../ui/format/dates.ts";

const day = 86_400_000;

export interface InvitationText {
  /** 'Expires in 6 days' */
  readonly short: string;
  /** 'Invited 17 Nov 2026, 09:58. The link works until 24 Nov 2026, 09:58.' */
  readonly long: string;
  readonly expired: boolean;
}

/** How long the link of an invited user remains valid. Undefined when there is no open invitation, or its mail was not sent yet. */
export function invitationText(
  { invitedDate, invitationExpires }: Pick<UserFields, "invitedDate" | "invitationExpires">,
  now: number,
): InvitationText | undefined {
  if (invitedDate === null || invitationExpires === null) return undefined;
  const left = Date.parse(invitationExpires) - now;
  const invited = `Invited ${shortDate(invitedDate)}.`;
  if (left <= 0) {
    const dayOf = shortDate(invitationExpires).replace(/,.*/, "");
    return { short: `Expired ${dayOf}`, long: `${invited} The link expired ${shortDate(invitationExpires)}.`, expired: true };
  }
  const days = Math.floor(left / day);
  const short = days === 0 ? "Expires today" : days === 1 ? "Expires in 1 day" : `Expires in ${days} days`;
  return { short, long: `${invited} The link works until ${shortDate(invitationExpires)}.`, expired: false };
}
