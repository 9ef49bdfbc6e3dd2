import Divider from "@mui/material/Divider";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { useColorScheme } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { fullName, initials } from "../../ui/format/initials.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { OrganisationTile } from "../../ui/organisation-tile.tsx";
import { homeOfConsole } from "../../api/session/requested-location.ts";
import { useMemberships } from "../../api/session/use-memberships.ts";
import { useProfile, useSession } from "../../api/session/use-session.ts";

const appearances = ["light", "dark", "system"] as const;
const label = { light: "Light", dark: "Dark", system: "System" } as const;

/** The initials at the right of the top bar, and the menu below them. */
export function AccountMenu() {
  const session = useSession();
  const { firstName, name, emailAddress, organisationWss, organisationName } = useProfile()._embedded;
  const known = useMemberships().data?._embedded;
  const memberships = known?.memberships ?? [];
  const invitations = known?.invitations.length ?? 0;
  const { mode, setMode } = useColorScheme();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);

  const openProfile = () => {
    close();
    void navigate({ to: "/admin/profile" });
  };
  // The provider's own account page where it has one, because that is where passwords and addresses are changed.
  const openAccount = async () => {
    close();
    const address = await session.accountUrl().catch(() => undefined);
    if (address === undefined) await navigate({ to: "/admin/profile" });
    else window.open(address, "_blank", "noopener");
  };
  const openInvitations = () => {
    close();
    void navigate({ to: "/invitations" });
  };
  const switchTo = (chosen: string) => {
    close();
    if (chosen === organisationWss) return;
    session.switchTo(chosen);
    // A new document: nothing that was read in the other organisation is left.
    window.location.assign(homeOfConsole);
  };
  const logOut = () => {
    close();
    void session.logOut();
  };
  return (
    <>
      <Tooltip describeChild title={`Organisation: ${organisationName}`}>
        <span className="top-organisation">
          <OrganisationTile name={organisationName} />
          <span className="clip">{organisationName}</span>
        </span>
      </Tooltip>
      <Tooltip title={fullName(firstName, name)}>
        <button
          type="button"
          className="avatar top-avatar"
          aria-label={`Account menu ${initials(firstName, name)}`}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {initials(firstName, name)}
        </button>
      </Tooltip>
      <Menu
        className="account-menu"
        anchorEl={anchor}
        // Inside the banner, so that its words belong to a landmark.
        container={() => anchor?.closest("header") ?? null}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: -6, horizontal: "right" }}
        slotProps={{ paper: { sx: { width: 268 } }, list: { "aria-label": "Account" } }}
      >
        <li className="account-who" role="presentation" aria-hidden="true">
          <span className="avatar">{initials(firstName, name)}</span>
          <div className="grow">
            <div className="strong clip">{fullName(firstName, name)}</div>
            <div className="faint clip">{emailAddress}</div>
            {memberships.length < 2 && <div className="faint clip">{organisationName}</div>}
          </div>
        </li>
        {memberships.length > 1 && <Divider component="li" className="account-rule" />}
        {memberships.length > 1 && (
          <li className="account-label" role="presentation" aria-hidden="true">
            Organisation
          </li>
        )}
        {memberships.length > 1 &&
          memberships.map((membership) => (
            <MenuItem
              key={membership.organisationWss}
              role="menuitemradio"
              aria-checked={membership.organisationWss === organisationWss}
              onClick={() => switchTo(membership.organisationWss)}
            >
              <OrganisationTile name={membership.organisationName} />
              <span className="grow clip">{membership.organisationName}</span>
              {membership.organisationWss === organisationWss && <Icon name="check" size={16} />}
            </MenuItem>
          ))}
        {invitations > 0 && (
          <MenuItem onClick={openInvitations}>
            <Icon name="mail" size={16} />
            <span className="grow">Invitations</span>
            <span className="chip">{invitations}</span>
          </MenuItem>
        )}
        <Divider component="li" className="account-rule" />
        <MenuItem onClick={openProfile}>
          <Icon name="user" size={16} />
          Profile
        </MenuItem>
        <MenuItem onClick={() => void openAccount()}>
          <Icon name="account" size={16} />
          My account
        </MenuItem>
        <Divider component="li" className="account-rule" />
        <li className="account-label" role="presentation" aria-hidden="true">
          Appearance
        </li>
        {appearances.map((appearance, index) => (
          <MenuItem
            key={appearance}
            className={`account-scheme${index === 0 ? " first" : ""}${index === appearances.length - 1 ? " last" : ""}`}
            role="menuitemradio"
            aria-checked={mode === appearance}
            aria-label={`${label[appearance]} appearance`}
            onClick={() => setMode(appearance)}
          >
            {label[appearance]}
          </MenuItem>
        ))}
        <Divider component="li" className="account-rule" />
        <MenuItem onClick={logOut}>
          <Icon name="logout" size={16} />
          Logout
        </MenuItem>
      </Menu>
    </>
  );
}
