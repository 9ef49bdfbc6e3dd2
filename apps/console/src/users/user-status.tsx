import type { UserStatus } from "@airlock/contract";
import { Icon } from "../ui/icons/icon.tsx";
import { StatusPill } from "../ui/status-pill.tsx";

export const userStatusText: Record<UserStatus, string> = {
  invited: "Invited",
  confirmed: "Confirmed",
  declined: "Declined",
  active: "Active",
  disabled: "Disabled",
};

/** Invited: the mail went out; confirmed: its link was opened; declined: the person refused it; active: has signed in, or is a system account. */
export function UserStatusPill({ status }: { readonly status: UserStatus }) {
  const text = userStatusText[status];
  if (status === "active") return <StatusPill status="serving">{text}</StatusPill>;
  if (status === "disabled" || status === "declined") return <StatusPill status="stopped">{text}</StatusPill>;
  return (
    <span className="chip warning">
      <Icon name={status === "invited" ? "mail" : "check"} size={12} />
      {text}
    </span>
  );
}
