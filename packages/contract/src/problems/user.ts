/** Users, roles, groups and the keys of system accounts. */
import { plain, type ProblemEntry } from "./entry.ts";

export const userProblems = {
  USER_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such user.") },
  INVITATION_NOT_FOUND: {
    status: 404,
    message: "Not found",
    description: plain("There is no such invitation for you; it may have been accepted, declined or withdrawn."),
  },
  KEY_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such key.") },
  ROLE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such role.") },
  GROUP_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such group.") },
  INVITATIONS_LIMITED: {
    status: 429,
    message: "Too many invitations",
    description: (d) =>
      `This address or your organisation has reached its limit of invitations. Try again in ${Math.ceil(Number(d["seconds"] ?? 3600) / 60)} minutes.`,
  },
  ROLE_PROTECTED: { status: 409, message: "Protected role", description: plain("The administrator role cannot be changed or deleted.") },
  GROUP_PROTECTED: { status: 409, message: "Protected group", description: plain("The administrator group cannot be changed or deleted.") },
  GROUP_IN_USE: {
    status: 409,
    message: "Group in use",
    description: plain("A group with members, roles or solutions stays in its organisation. Empty it first."),
  },
  ROLE_BEYOND_OWN: {
    status: 409,
    message: "Beyond your own rights",
    description: plain("Users can only give permissions that they have themselves."),
  },
  USER_BEYOND_OWN: {
    status: 409,
    message: "Beyond your own rights",
    description: plain("This affects a user who holds permissions that you do not hold. Ask someone who holds them."),
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    message: "Last administrator",
    description: plain("An organisation keeps at least one administrator. Make someone else an administrator first."),
  },
  USER_IS_SELF: { status: 409, message: "Your own account", description: plain("You cannot do this to your own account.") },
  USER_NOT_SYSTEM_ACCOUNT: { status: 409, message: "Not a system account", description: plain("Only a system account has keys.") },
  USER_NOT_INVITED: { status: 409, message: "Already active", description: plain("This user has accepted the invitation already.") },
  EMAIL_TAKEN: {
    status: 409,
    message: "Address in use",
    description: (d) =>
      d["holder"] === undefined
        ? "The organisation has a user with this email address already."
        : `${d["holder"]} has this email address already.`,
  },
} as const satisfies Record<string, ProblemEntry>;
