/** How many days the link of an invitation works unless the sender chooses otherwise, and the longest choice. */
export const invitationDays = 7;
export const maxInvitationDays = 30;
/** Characters of a sender's note. */
export const maxInvitationNote = 500;
