import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useColorScheme } from "@mui/material/styles";
import { useNavigate } from "@tanstack/react-router";
import { Command, defaultFilter } from "cmdk";
import { useId, useState } from "react";
import { documentationAddress } from "../../ui/documentation-address.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { IconName } from "../../ui/icons/icon.tsx";
import { useProfile, useSession } from "../../api/session/use-session.ts";
import { menuFor } from "../../parts/screens.ts";
import { useJumpResults } from "./jump-results.ts";
import { focusWhenShown } from "../../ui/dialogs/focus-when-shown.ts";
import "./jump-dialog.css";

interface JumpDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
  /** Left out where the menu cannot be collapsed. */
  readonly onToggleMenu?: () => void;
}

/** Search or jump to (Ctrl K): screens and actions by name, and what the lists of the api find. */
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

const foundPrefix = "found: ";

/**
 * Results of the server are always shown, because they may match by more than their name, and always last: they arrive later, and must not displace
 * the screen or action that Enter is about to choose.
 */
function rank(value: string, search: string): number {
  return value.startsWith(foundPrefix) ? Number.MIN_VALUE : defaultFilter(value, search);
}

function JumpItem({
  icon,
  name,
  keys,
  note,
  found,
  onSelect,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly keys?: string;
  readonly note?: string;
  /** The key of what the server found. */
  readonly found?: string;
  readonly onSelect: () => void;
}) {
  return (
    <Command.Item className="jump-item" value={found === undefined ? name : `${foundPrefix}${found}`} onSelect={onSelect}>
      <Icon name={icon} size={16} />
      <span className="grow clip">{name}</span>
      {note !== undefined && <span className="jump-note clip">{note}</span>}
      {keys !== undefined && <kbd className="kbd">{keys}</kbd>}
    </Command.Item>
  );
}

function JumpList({ onClose, onHelp, onToggleMenu }: Omit<JumpDialogProps, "open">) {
  const session = useSession();
  const profile = useProfile();
  const navigate = useNavigate();
  const { setMode } = useColorScheme();
  const [text, setText] = useState("");
  const { groups, isFetching } = useJumpResults(text);
  const doing = (work: () => void) => () => {
    onClose();
    work();
  };
  const goTo = (to: string) => doing(() => void navigate({ to }));
  const screens = menuFor(profile).flatMap((section) => section.screens);
  return (
    <Command label="Search or jump to" loop filter={rank}>
      <div className="jump-search">
        <Icon name="search" size={16} />
        <Command.Input placeholder="Search or jump to" ref={focusWhenShown} value={text} onValueChange={setText} />
        <kbd className="kbd">Esc</kbd>
      </div>
      <Command.List className="jump-list" label="Suggestions">
        <Command.Empty className="jump-none">{isFetching ? "Searching..." : "Nothing by that name."}</Command.Empty>
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
          <JumpItem icon="file" name="Documentation" onSelect={doing(() => void window.open(documentationAddress, "_blank"))} />
          <JumpItem icon="bell" name="News" onSelect={goTo("/news")} />
          <JumpItem icon="logout" name="Logout" onSelect={doing(() => void session.logOut())} />
        </Command.Group>
        {groups.map(({ heading, results }) => (
          <Command.Group key={heading} heading={heading}>
            {results.map(({ key, icon, label, note, open }) => (
              <JumpItem key={key} icon={icon} name={label} note={note} found={`${heading} ${key}`} onSelect={doing(open)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
