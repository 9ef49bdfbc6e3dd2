import { maxInvitationNote } from "@airlock/contract/invitation-limits";
import { looksLikeLink } from "@airlock/contract/link-like";

/** Why this note cannot be sent: a mail client must find nothing in it to make a link of. */
export function whyNotNote(note: string): string | undefined {
  if (looksLikeLink(note)) return "Links and addresses are not allowed in a note";
  return note.trim().length > maxInvitationNote ? `At most ${maxInvitationNote} characters` : undefined;
}
