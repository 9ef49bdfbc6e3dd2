import { useCallback, useState } from "react";

const name = "airlock-menu";

function stored(): boolean {
  try {
    return localStorage.getItem(name) === "collapsed";
  } catch {
    return false;
  }
}

/** Whether the drawer is a rail, remembered in this browser. */
export function useMenuCollapsed(): readonly [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(stored);
  const toggle = useCallback(() => {
    setCollapsed((before) => {
      try {
        localStorage.setItem(name, before ? "open" : "collapsed");
      } catch {
        // Storage may be refused; the choice then holds for this page.
      }
      return !before;
    });
  }, []);
  return [collapsed, toggle];
}
