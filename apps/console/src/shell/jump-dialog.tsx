import Dialog from "@mui/material/Dialog";
import { useColorScheme } from "@mui/material/styles";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { useId } from "react";
import { Icon } from "../look/icon.tsx";
import type { IconName } from "../look/icon.tsx";
import { useProfile, useSession } from "../session/use-session.ts";
import { menuFor } from "./screens.ts";
import "./jump-dialog.css";

interface JumpDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
  /** Left out where the menu cannot be collapsed. */
  readonly onToggleMenu?: () => void;
}

/** Search or jump to (Ctrl K): every screen and action by its name. */
export function JumpDialog({ open, onClose, onHelp, onToggleMenu }: JumpDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} className="jump" slotProps={{ paper: { className: "jump-paper" } }}>
      <h2 id={titleId} className="sr">
        Search or jump to
      </h2>
      <JumpList onClose={onClose} onHelp={onHelp} {...(onToggleMenu ? { onToggleMenu } : {})} />
    </Dialog>
  );
}

function JumpItem({
  icon,
  name,
  keys,
  onSelect,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly keys?: string;
  readonly onSelect: () => void;
}) {
  return (
    <Command.Item className="jump-item" value={name} onSelect={onSelect}>
      <Icon name={icon} size={16} />
      <span className="grow clip">{name}</span>
      {keys !== undefined && <kbd className="kbd">{keys}</kbd>}
    </Command.Item>
  );
}

function JumpList({ onClose, onHelp, onToggleMenu }: Omit<JumpDialogProps, "open">) {
  const session = useSession();
  const profile = useProfile();
  const navigate = useNavigate();
  const { setMode } = useColorScheme();
  const doing = (work: () => void) => () => {
    onClose();
    work();
  };
  const goTo = (to: string) => doing(() => void navigate({ to }));
  const screens = menuFor(profile).flatMap((section) => section.screens);
  return (
    <Command label="Search or jump to" loop>
      <div className="jump-search">
        <Icon name="search" size={16} />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog for searching starts in its search field. */}
        <Command.Input placeholder="Search or jump to" autoFocus />
        <kbd className="kbd">Esc</kbd>
      </div>
      <Command.List className="jump-list">
        <Command.Empty className="jump-none">Nothing by that name.</Command.Empty>
        <Command.Group heading="Screens">
          {screens.map((screen) => (
            <JumpItem key={screen.path} icon={screen.icon} name={screen.title} onSelect={goTo(screen.path)} />
          ))}
          <JumpItem icon="user" name="Profile" onSelect={goTo("/admin/profile")} />
        </Command.Group>
        <Command.Group heading="Actions">
          <JumpItem icon="sun" name="Light appearance" onSelect={doing(() => setMode("light"))} />
          <JumpItem icon="moon" name="Dark appearance" onSelect={doing(() => setMode("dark"))} />
          <JumpItem icon="monitor" name="System appearance" onSelect={doing(() => setMode("system"))} />
          {onToggleMenu && <JumpItem icon="collapse" name="Collapse or expand the menu" keys="[" onSelect={doing(onToggleMenu)} />}
          <JumpItem icon="help" name="Help and keyboard shortcuts" keys="?" onSelect={doing(onHelp)} />
          <JumpItem icon="file" name="Documentation" onSelect={goTo("/documentation")} />
          <JumpItem icon="bell" name="News" onSelect={goTo("/news")} />
          <JumpItem icon="logout" name="Logout" onSelect={doing(() => void session.logOut())} />
        </Command.Group>
      </Command.List>
    </Command>
  );
}
