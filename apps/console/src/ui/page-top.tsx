import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "./icons/logo.tsx";
import "./page-top.css";

/** The head of a page without sign-in: the brand, and content at the right. */
export function PageTop({ className, children }: { readonly className?: string; readonly children?: ReactNode }) {
  return (
    <header className={className === undefined ? "page-top" : `page-top ${className}`}>
      <Link to="/" className="page-brand">
        <Logo />
        Airlock
      </Link>
      {children}
    </header>
  );
}
