import type { Permission } from "@airlock/contract";
import { holds } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import type { IconName } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";

interface NoAccessProps {
  readonly icon: IconName;
  /** 'roles' */
  readonly noun: string;
  /** What the screen needs; the missing ones are named. */
  readonly needs: readonly Permission[];
}

/** Shown instead of a screen that this user may not open, or may no longer. */
export function NoAccess({ icon, noun, needs }: NoAccessProps) {
  const profile = useProfile();
  const missing = needs.filter((permission) => !holds(profile, permission));
  return (
    <section className="card">
      <State icon={icon} tone="quiet" title={`No access to ${noun}`}>
        <p>
          {missing.length === 0 ? (
            "None of your roles allows you to open this screen. "
          ) : (
            <>
              This screen needs the {missing.length === 1 ? "permission " : "permissions "}
              <PermissionNames names={missing} />, which none of your roles includes.{" "}
            </>
          )}
          Ask your organisation's administrator.
        </p>
      </State>
    </section>
  );
}

function PermissionNames({ names }: { readonly names: readonly Permission[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? "" : index === names.length - 1 ? " and " : ", "}
      <b>{name}</b>
    </span>
  ));
}
