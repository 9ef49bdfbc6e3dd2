import { Icon } from "../../ui/icons/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ProgressLine } from "../../parts/progress-line.tsx";
import { IconAction } from "../../ui/icon-action.tsx";

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
      {onOpenMenu && <IconAction icon="menu" label="Open menu" onClick={onOpenMenu} />}
      <div className="top-before" ref={setBefore} />
      <h1 className="clip">{title}</h1>
      <div className="top-after" ref={setAfter} />
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
