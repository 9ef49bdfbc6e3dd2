import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import useMediaQuery from "@mui/material/useMediaQuery";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { Icon } from "../../ui/icons/icon.tsx";
import { Logo } from "../../ui/icons/logo.tsx";
import { HeadSlotsProvider } from "./head-slots-provider.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { JumpDialog } from "./jump-dialog.tsx";
import { Menu } from "./menu.tsx";
import { useMenuCollapsed } from "./menu-state.ts";
import { PageArea } from "./page-area.tsx";
import { TopBar } from "./top-bar.tsx";
import "./shell.css";

/**
 * The frame of every screen behind the sign-in: side menu, top bar, and the page. It does not depend on the location or the page's title: a route change
 * renders the page, the title and the two menu links that change, not the whole frame.
 */
export function Shell() {
  const narrow = useMediaQuery("(max-width: 699.95px)", { noSsr: true });
  const wide = useMediaQuery("(min-width: 1200px)", { noSsr: true });
  const [collapsed, toggleCollapsed] = useMenuCollapsed();
  const rail = !narrow && (collapsed || !wide);
  const [menuOpen, setMenuOpen] = useState(false);
  const [jumping, setJumping] = useState(false);
  const [helping, setHelping] = useState(false);

  useHotkeys("mod+k", () => setJumping(true), { preventDefault: true, enableOnFormTags: true });
  useHotkeys("?", () => setHelping(true), { useKey: true });
  useHotkeys("[", toggleCollapsed, { useKey: true, enabled: wide });

  const brand = (
    <Link to="/" className="shell-brand" aria-label="Airlock">
      <Logo />
      {!rail && <span>Airlock</span>}
    </Link>
  );
  return (
    <div className={rail ? "shell rail" : "shell"}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {narrow ? (
        <Drawer open={menuOpen} onClose={() => setMenuOpen(false)} slotProps={{ paper: { "aria-label": "Menu" } }}>
          <nav className="shell-drawer" aria-label="Main">
            {brand}
            <Menu rail={false} onFollow={() => setMenuOpen(false)} />
            <div className="shell-foot">Version {__PRODUCT_VERSION__}</div>
          </nav>
        </Drawer>
      ) : (
        <nav className="shell-drawer" aria-label="Main">
          {brand}
          <Menu rail={rail} />
          {(wide || !rail) && (
            <div className="shell-foot">
              {!rail && <span>Version {__PRODUCT_VERSION__}</span>}
              {wide && (
                <Tooltip title={rail ? "Expand menu" : "Collapse menu"} placement={rail ? "right" : "top"}>
                  <IconButton aria-label={rail ? "Expand menu" : "Collapse menu"} aria-expanded={!rail} onClick={toggleCollapsed}>
                    <Icon name="collapse" />
                  </IconButton>
                </Tooltip>
              )}
            </div>
          )}
        </nav>
      )}
      <HeadSlotsProvider>
        <TopBar
          {...(narrow ? { onOpenMenu: () => setMenuOpen(true) } : {})}
          onJump={() => setJumping(true)}
          onHelp={() => setHelping(true)}
        />
        <PageArea />
      </HeadSlotsProvider>
      <JumpDialog
        open={jumping}
        onClose={() => setJumping(false)}
        onHelp={() => setHelping(true)}
        {...(wide ? { onToggleMenu: toggleCollapsed } : {})}
      />
      <HelpDialog open={helping} onClose={() => setHelping(false)} />
    </div>
  );
}
