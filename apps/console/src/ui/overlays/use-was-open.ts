import { useState } from "react";

/**
 * Whether something that opens over the page has been open: until then it need not be rendered, afterwards it stays for the animation of closing. MUI's
 * menus, dialogs and tooltips render several styled components each while they are closed, and few are ever opened.
 */
export function useWasOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen || open;
}
