import Drawer from "@mui/material/Drawer";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Logo } from "../../ui/icons/logo.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Menu } from "./menu.tsx";
import { IconAction } from "../../ui/icon-action.tsx";
import "./shell.css";

/** The left menu drawer of an editor in a window of its own: the console's menu, and the account menu at its end. */
export function WindowMenu() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconAction icon="menu" label="Open menu" aria-expanded={isOpen} onClick={() => setOpen(true)} />
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
