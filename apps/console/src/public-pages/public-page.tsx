import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../look/logo.tsx";
import "../look/state.css";
import "./public-page.css";

/** The frame of the pages that need no sign-in: the brand, and one thing in the middle. */
export function PublicPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="public">
      <header className="public-top">
        <Link to="/" className="public-brand">
          <Logo />
          Airlock
        </Link>
      </header>
      <main className="public-center">{children}</main>
    </div>
  );
}
