import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { NotFoundPage } from "../public-pages/not-found-page.tsx";
import { OfflinePage } from "../public-pages/offline-page.tsx";
import { CallbackPage } from "../session/callback-page.tsx";
import { LoginPage } from "../session/login-page.tsx";
import { PrivateArea } from "../session/private-area.tsx";
import { tableSearch } from "../table/table-search.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** What the top bar and the window's title say. */
    title?: string;
  }
}

/** The location that was asked for before signing in. */
function fromSearch(search: Record<string, unknown>): { from?: string } {
  const from = search["from"];
  return typeof from === "string" ? { from } : {};
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("../home/home-page.tsx"), "HomePage"),
});
const login = createRoute({ getParentRoute: () => root, path: "/login", component: LoginPage, validateSearch: fromSearch });
const callback = createRoute({ getParentRoute: () => root, path: "/callback", component: CallbackPage });
const offline = createRoute({ getParentRoute: () => root, path: "/offline", component: OfflinePage, validateSearch: fromSearch });

const confirmPage = lazyRouteComponent(() => import("../confirm/confirm-page.tsx"), "ConfirmPage");
const confirm = createRoute({ getParentRoute: () => root, path: "/confirm", component: confirmPage });
const confirmKey = createRoute({ getParentRoute: () => root, path: "/confirm/$key", component: confirmPage });

const documentation = createRoute({
  getParentRoute: () => root,
  path: "/documentation",
  component: lazyRouteComponent(() => import("../guide/guide-page.tsx"), "DocumentationPage"),
});
const news = createRoute({
  getParentRoute: () => root,
  path: "/news",
  component: lazyRouteComponent(() => import("../guide/guide-page.tsx"), "NewsPage"),
});

const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: PrivateArea });
const admin = createRoute({
  getParentRoute: () => signedIn,
  path: "/admin",
  component: lazyRouteComponent(() => import("../shell/shell.tsx"), "Shell"),
});
const dashboard = createRoute({
  getParentRoute: () => admin,
  path: "/",
  staticData: { title: "Dashboard" },
  component: lazyRouteComponent(() => import("../dashboard/dashboard-page.tsx"), "DashboardPage"),
});
const profile = createRoute({
  getParentRoute: () => admin,
  path: "/profile",
  staticData: { title: "Profile" },
  component: lazyRouteComponent(() => import("../profile/profile-page.tsx"), "ProfilePage"),
});
const solutions = createRoute({
  getParentRoute: () => admin,
  path: "/solutions",
  staticData: { title: "Solutions" },
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import("../solutions/solutions-page.tsx"), "SolutionsPage"),
});

const routeTree = root.addChildren([
  home,
  login,
  callback,
  offline,
  confirm,
  confirmKey,
  documentation,
  news,
  signedIn.addChildren([admin.addChildren([dashboard, profile, solutions])]),
]);

function RouteFault({ error, reset }: ErrorComponentProps) {
  return <FaultPanel error={error} onRetry={reset} />;
}

export const router = createRouter({
  routeTree,
  // Whatever is not a page of ours gets the public not-found page, whole.
  notFoundMode: "root",
  defaultErrorComponent: RouteFault,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
