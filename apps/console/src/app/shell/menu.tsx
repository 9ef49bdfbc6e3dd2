import Tooltip from "@mui/material/Tooltip";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { useProfile } from "../../api/session/use-session.ts";
import { groupTitles, menuFor } from "../../parts/screens.ts";
import type { Screen } from "../../parts/screens.ts";

function MenuLink({
  screen,
  rail,
  onFollow,
}: {
  readonly screen: Screen;
  readonly rail: boolean;
  readonly onFollow: (() => void) | undefined;
}) {
  return (
    <Tooltip title={rail ? screen.title : ""} placement="right">
      <Link
        to={screen.path}
        className="menu-link"
        activeOptions={{ exact: screen.path === "/admin", includeSearch: false }}
        activeProps={{ className: "on", "aria-current": "page" }}
        {...(onFollow ? { onClick: onFollow } : {})}
      >
        <Icon name={screen.icon} />
        <span className="menu-label">{screen.title}</span>
      </Link>
    </Tooltip>
  );
}

/** The side menu: only what this user may open. As a rail it keeps its names for assistive technology. */
export function Menu({ rail, onFollow }: { readonly rail: boolean; readonly onFollow?: () => void }) {
  const sections = menuFor(useProfile());
  return (
    <div className={rail ? "menu rail" : "menu"}>
      {sections.map(({ group, screens }) => (
        <Fragment key={group ?? ""}>
          {group !== undefined && <div className="menu-group overline">{groupTitles[group]}</div>}
          {screens.map((screen) => (
            <MenuLink key={screen.path} screen={screen} rail={rail} onFollow={onFollow} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}
