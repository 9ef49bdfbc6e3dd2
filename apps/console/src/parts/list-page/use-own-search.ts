import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { TableSearch } from "./table-search.ts";

/** The router removes a final slash when it builds a URL, but not from one that was typed. */
const pathOf = (pathname: string) => pathname.replace(/\/$/, "");

/** Replaces the search in the URL of the page that uses this, as long as the user has not left it: a slow request may end later. */
export function useOwnSearch<Search extends object = TableSearch>() {
  const router = useRouter();
  const [path] = useState(() => pathOf(router.state.location.pathname));
  return (next: Search | ((before: Search) => Search)): void => {
    if (pathOf(router.state.location.pathname) === path) void router.navigate({ to: ".", search: next as never, replace: true });
  };
}
