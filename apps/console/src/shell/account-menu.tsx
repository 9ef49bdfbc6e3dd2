import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useColorScheme } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { fullName, initials } from "../format/initials.ts";
import { Icon } from "../look/icon.tsx";
import { useProfile, useSession } from "../session/use-session.ts";

const appearances = ["light", "dark", "system"] as const;
const label = { light: "Light", dark: "Dark", system: "System" } as const;

/** The initials at the right of the top bar, and what opens under them. */
export function AccountMenu() {
  const session = useSession();
  const { firstName, name, emailAddress } = useProfile()._embedded;
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
  const logOut = () => {
    close();
    void session.logOut();
  };
  return (
    <>
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
          </div>
        </li>
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
