import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { Logo } from "../../ui/icons/logo.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Menu } from "./menu.tsx";
import "./shell.css";

/** The left menu drawer of an editor in a window of its own: the console's menu, and the account menu at its end. */
export function WindowMenu() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Tooltip title="Open menu">
        <IconButton aria-label="Open menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <Icon name="menu" />
        </IconButton>
      </Tooltip>
      <Drawer open={isOpen} onClose={close} slotProps={{ paper: { "aria-label": "Menu" } }}>
        <nav className="shell-drawer window-drawer" aria-label="Main">
          <Link to="/" className="shell-brand" aria-label="Airlock" onClick={close}>
            <Logo />
            <span>Airlock</span>
          </Link>
          <Menu rail={false} onFollow={close} />
          <header className="window-account">
            <AccountMenu />
          </header>
        </nav>
      </Drawer>
    </>
  );
}
