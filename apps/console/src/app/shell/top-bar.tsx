import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { Icon } from "../../ui/icons/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ProgressLine } from "../../parts/progress-line.tsx";

interface TopBarProps {
  readonly title: string;
  /** Where the page puts its way back and its status. */
  readonly setBefore: (place: HTMLElement | null) => void;
  readonly setAfter: (place: HTMLElement | null) => void;
  /** There only when the menu is not on screen. */
  readonly onOpenMenu?: () => void;
  readonly onJump: () => void;
  readonly onHelp: () => void;
}

const jumpKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

export function TopBar({ title, setBefore, setAfter, onOpenMenu, onJump, onHelp }: TopBarProps) {
  return (
    <header className="top-bar">
      {onOpenMenu && (
        <Tooltip title="Open menu">
          <IconButton aria-label="Open menu" onClick={onOpenMenu}>
            <Icon name="menu" />
          </IconButton>
        </Tooltip>
      )}
      <div className="top-before" ref={setBefore} />
      <h1 className="clip">{title}</h1>
      <div className="top-after" ref={setAfter} />
      <button type="button" className="top-jump" aria-label={`Search or jump to ${jumpKeys}`} onClick={onJump}>
        <Icon name="search" size={16} />
        <span>Search or jump to</span> <kbd className="kbd">{jumpKeys}</kbd>
      </button>
      {!onOpenMenu && (
        <Tooltip title="Help">
          <IconButton aria-label="Help" onClick={onHelp}>
            <Icon name="help" />
          </IconButton>
        </Tooltip>
      )}
      <AccountMenu />
      <ProgressLine />
    </header>
  );
}
