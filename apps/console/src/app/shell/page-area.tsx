import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { FaultBoundary } from "../../parts/fault/fault-boundary.tsx";

/** The page, beside the menu and below the top bar. */
export function PageArea() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const content = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  useEffect(() => {
    // A new page starts at its beginning, for the keyboard and for a screen reader too.
    if (shownPath.current !== pathname) content.current?.focus();
    shownPath.current = pathname;
  }, [pathname]);

  return (
    <main id="content" className="shell-page" ref={content} tabIndex={-1}>
      <FaultBoundary resetKey={pathname}>
        <Outlet />
      </FaultBoundary>
    </main>
  );
}
