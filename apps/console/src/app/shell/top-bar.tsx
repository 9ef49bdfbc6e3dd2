import { useMatches } from "@tanstack/react-router";
import { Icon } from "../../ui/icons/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Head } from "./head.tsx";
import { jumpKeys } from "./jump-keys.ts";
import { ProgressLine } from "../../parts/progress-line.tsx";
import { IconAction } from "../../ui/icon-action.tsx";

interface TopBarProps {
  /** There only when the menu is not on screen. */
  readonly onOpenMenu?: () => void;
  readonly onJump: () => void;
  readonly onHelp: () => void;
}

/** The title of the route, unless the page has one of its own. */
function RouteHead() {
  const title = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title });
  return <Head title={title ?? "Airlock"} />;
}

export function TopBar({ onOpenMenu, onJump, onHelp }: TopBarProps) {
  return (
    <header className="top-bar">
      {onOpenMenu && <IconAction icon="menu" label="Open menu" onClick={onOpenMenu} />}
      <RouteHead />
      <button type="button" className="top-jump" aria-label={`Search or jump to ${jumpKeys}`} onClick={onJump}>
        <Icon name="search" size={16} />
        <span>Search or jump to</span> <kbd className="kbd">{jumpKeys}</kbd>
      </button>
      {!onOpenMenu && <IconAction icon="help" label="Help" onClick={onHelp} />}
      <AccountMenu />
      <ProgressLine />
    </header>
  );
}
