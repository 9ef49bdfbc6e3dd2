import type { UserStatus } from "@airlock/contract";
import { Icon } from "../look/icon.tsx";
import { StatusPill } from "../look/status-pill.tsx";

export const userStatusText: Record<UserStatus, string> = {
  invited: "Invited",
  confirmed: "Confirmed",
  active: "Active",
  disabled: "Disabled",
};

/** Invited: the mail went out; confirmed: its link was opened; active: has signed in, or is a system account. */
export function UserStatusPill({ status }: { readonly status: UserStatus }) {
  const text = userStatusText[status];
  if (status === "active") return <StatusPill status="serving">{text}</StatusPill>;
  if (status === "disabled") return <StatusPill status="stopped">{text}</StatusPill>;
  return (
    <span className="chip warning">
      <Icon name={status === "invited" ? "mail" : "check"} size={12} />
      {text}
    </span>
  );
}
