import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import type { ErrorComponentProps, RouterHistory } from "@tanstack/react-router";
import { experimentSearch } from "../experiments/editor/experiment-search.ts";
import { executionsSearch } from "../parts/links/executions-search.ts";
import { requestsSearch } from "../parts/links/requests-search.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { NotFoundInShell, NotFoundPage } from "../parts/not-found-page.tsx";
import { OfflinePage } from "./offline-page.tsx";
import { CallbackPage } from "../public/sign-in/callback-page.tsx";
import { LoginPage } from "../public/sign-in/login-page.tsx";
import { PrivateArea } from "./session/private-area.tsx";
import { predictionSearch } from "../predictions/editor/prediction-search.ts";
import { tableSearch, tableSearchWith } from "../parts/list-page/table-search.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** What the top bar and the window's title say. */
    title?: string;
  }
}

/** The location that the user opened before signing in. */
function fromSearch(search: Record<string, unknown>): { from?: string } {
  const from = search["from"];
  return typeof from === "string" ? { from } : {};
}

/** Search parameters that are ids. */
function namesIn<Name extends string>(names: readonly Name[]): (search: Record<string, unknown>) => { readonly [key in Name]?: string } {
  return (search) => {
    const given = names.flatMap((name) => (typeof search[name] === "string" ? [[name, search[name]]] : []));
    return Object.fromEntries(given) as { [key in Name]?: string }; // just these names, each with a text
  };
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("../public/home/home-page.tsx"), "HomePage"),
});
const login = createRoute({ getParentRoute: () => root, path: "/login", component: LoginPage, validateSearch: fromSearch });
const callback = createRoute({ getParentRoute: () => root, path: "/callback", component: CallbackPage });
const offline = createRoute({ getParentRoute: () => root, path: "/offline", component: OfflinePage, validateSearch: fromSearch });

const confirmPage = lazyRouteComponent(() => import("../public/activation/confirm-page.tsx"), "ConfirmPage");
const confirm = createRoute({ getParentRoute: () => root, path: "/confirm", component: confirmPage });
const confirmKey = createRoute({ getParentRoute: () => root, path: "/confirm/$key", component: confirmPage });

const news = createRoute({
  getParentRoute: () => root,
  path: "/news",
  component: lazyRouteComponent(() => import("../public/news/news-page.tsx"), "NewsPage"),
});

const invitations = createRoute({
  getParentRoute: () => root,
  path: "/invitations",
  validateSearch: fromSearch,
  component: lazyRouteComponent(() => import("../public/invitations/invitations-page.tsx"), "InvitationsPage"),
});

const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: PrivateArea, notFoundComponent: NotFoundPage });
const admin = createRoute({
  getParentRoute: () => signedIn,
  path: "/admin",
  component: lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell"),
  notFoundComponent: NotFoundInShell,
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
const releases = createRoute({
  getParentRoute: () => admin,
  path: "/solutions/$webSafeString/releases",
  staticData: { title: "Releases" },
  validateSearch: namesIn(["version"]),
  component: lazyRouteComponent(() => import("../releases/releases-page.tsx"), "ReleasesPage"),
});
const releaseRequest = createRoute({
  getParentRoute: () => admin,
  path: "/release-requests/$webSafeString",
  staticData: { title: "Release request" },
  component: lazyRouteComponent(() => import("../release-requests/release-request-page.tsx"), "ReleaseRequestPage"),
});
const monitors = createRoute({
  getParentRoute: () => admin,
  path: "/monitors",
  staticData: { title: "Monitors" },
  validateSearch: namesIn(["monitor", "show", "solution", "q"]),
  component: lazyRouteComponent(() => import("../monitors/monitors-page.tsx"), "MonitorsPage"),
});
const firing = createRoute({
  getParentRoute: () => admin,
  path: "/monitors/firings/$webSafeString",
  staticData: { title: "Firing" },
  component: lazyRouteComponent(() => import("../monitors/firing-page.tsx"), "FiringPage"),
});
const rollout = createRoute({
  getParentRoute: () => admin,
  path: "/rollouts/$webSafeString",
  staticData: { title: "Rollout" },
  component: lazyRouteComponent(() => import("../releases/rollouts/rollout-page.tsx"), "RolloutPage"),
});
const version = createRoute({
  getParentRoute: () => admin,
  path: "/versions/$webSafeString",
  staticData: { title: "API" },
  component: lazyRouteComponent(() => import("../solutions/api-page/api-page.tsx"), "ApiPage"),
});
const users = createRoute({
  getParentRoute: () => admin,
  path: "/users",
  staticData: { title: "Users" },
  validateSearch: tableSearchWith(["organisationWss", "type", "userStatus"]),
  component: lazyRouteComponent(() => import("../users/users-page.tsx"), "UsersPage"),
});
const roles = createRoute({
  getParentRoute: () => admin,
  path: "/roles",
  staticData: { title: "Roles" },
  validateSearch: tableSearchWith(["organisationWss"]),
  component: lazyRouteComponent(() => import("../roles/roles-page.tsx"), "RolesPage"),
});

const executions = createRoute({
  getParentRoute: () => admin,
  path: "/executions",
  staticData: { title: "Executions" },
  validateSearch: executionsSearch,
  component: lazyRouteComponent(() => import("../executions/executions-page.tsx"), "ExecutionsPage"),
});
const lists = createRoute({
  getParentRoute: () => admin,
  path: "/lists",
  staticData: { title: "Lists" },
  validateSearch: tableSearchWith(["list"]),
  component: lazyRouteComponent(() => import("../lists/lists-page.tsx"), "ListsPage"),
});
const requests = createRoute({
  getParentRoute: () => admin,
  path: "/requests",
  staticData: { title: "Requests" },
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import("../requests/requests-page.tsx"), "RequestsPage"),
});
const execution = createRoute({
  getParentRoute: () => signedIn,
  path: "/execution/$webSafeString",
  component: lazyRouteComponent(() => import("../executions/execution-page.tsx"), "ExecutionPage"),
});

const comparison = createRoute({
  getParentRoute: () => signedIn,
  path: "/compare/$webSafeString",
  validateSearch: namesIn(["execution", "show"]),
  component: lazyRouteComponent(() => import("../comparisons/comparison-page.tsx"), "ComparisonPage"),
});
const newComparison = createRoute({
  getParentRoute: () => signedIn,
  path: "/compare",
  validateSearch: namesIn(["solution", "left", "right"]),
  component: lazyRouteComponent(() => import("../comparisons/new-comparison-page.tsx"), "NewComparisonPage"),
});
const thresholds = createRoute({
  getParentRoute: () => signedIn,
  path: "/experiments/result/$webSafeString/thresholds",
  validateSearch: namesIn(["of", "tell"]),
  component: lazyRouteComponent(() => import("../thresholds/thresholds-page.tsx"), "ThresholdsPage"),
});
const resultHeat = createRoute({
  getParentRoute: () => signedIn,
  path: "/experiments/result/$webSafeString/heat",
  component: lazyRouteComponent(() => import("../heat-map/result-heat-map-page.tsx"), "ResultHeatMapPage"),
});
const heat = createRoute({
  getParentRoute: () => signedIn,
  path: "/version/$webSafeString",
  component: lazyRouteComponent(() => import("../heat-map/heat-map-page.tsx"), "HeatMapPage"),
});

/** A window of its own: the menu is a drawer. */
const solution = createRoute({
  getParentRoute: () => signedIn,
  path: "/solution/$webSafeString",
  component: lazyRouteComponent(() => import("./shell/solution-window.tsx"), "SolutionWindow"),
});
const datasources = createRoute({
  getParentRoute: () => admin,
  path: "/datasources",
  staticData: { title: "Datasources" },
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import("../datasources/datasources-page.tsx"), "DatasourcesPage"),
});
const experiments = createRoute({
  getParentRoute: () => admin,
  path: "/experiments/configs",
  staticData: { title: "Experiments" },
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import("../experiments/experiments-page.tsx"), "ExperimentsPage"),
});
const experiment = createRoute({
  getParentRoute: () => admin,
  path: "/experiments/configs/$webSafeString",
  staticData: { title: "Experiment" },
  validateSearch: experimentSearch,
  component: lazyRouteComponent(() => import("../experiments/editor/experiment-page.tsx"), "ExperimentPage"),
});
/** A window of its own, too. */
const experimentResult = createRoute({
  getParentRoute: () => signedIn,
  path: "/experiments/result/$webSafeString",
  component: lazyRouteComponent(() => import("../experiments/visualiser/visualiser-page.tsx"), "VisualiserPage"),
});
const predictions = createRoute({
  getParentRoute: () => admin,
  path: "/predictions/configs",
  staticData: { title: "Predictions" },
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import("../predictions/predictions-page.tsx"), "PredictionsPage"),
});
const prediction = createRoute({
  getParentRoute: () => admin,
  path: "/predictions/configs/$webSafeString",
  staticData: { title: "Prediction" },
  validateSearch: predictionSearch,
  component: lazyRouteComponent(() => import("../predictions/editor/prediction-page.tsx"), "PredictionPage"),
});
/** The same editor in a window of its own. */
const predictionWindow = createRoute({
  getParentRoute: () => signedIn,
  path: "/prediction/$webSafeString",
  validateSearch: predictionSearch,
  component: lazyRouteComponent(() => import("./shell/prediction-window.tsx"), "PredictionWindow"),
});
const groups = createRoute({
  getParentRoute: () => admin,
  path: "/groups",
  staticData: { title: "Groups" },
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import("../groups/groups-page.tsx"), "GroupsPage"),
});

const secrets = createRoute({
  getParentRoute: () => admin,
  path: "/secrets",
  staticData: { title: "Secrets" },
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import("../secrets/secrets-page.tsx"), "SecretsPage"),
});

const organisations = createRoute({
  getParentRoute: () => admin,
  path: "/organisations",
  staticData: { title: "Organisations" },
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import("../organisations/organisations-page.tsx"), "OrganisationsPage"),
});
const audit = createRoute({
  getParentRoute: () => admin,
  path: "/audit",
  staticData: { title: "Audit" },
  validateSearch: tableSearchWith(["noun", "change", "actor", "record", "from", "to"]),
  component: lazyRouteComponent(() => import("../audit/audit-page.tsx"), "AuditPage"),
});

const routeTree = root.addChildren([
  home,
  login,
  callback,
  offline,
  confirm,
  confirmKey,
  invitations,
  news,
  signedIn.addChildren([
    solution,
    execution,
    predictionWindow,
    heat,
    comparison,
    newComparison,
    thresholds,
    resultHeat,
    experimentResult,
    admin.addChildren([
      dashboard,
      profile,
      solutions,
      releases,
      releaseRequest,
      lists,
      monitors,
      firing,
      rollout,
      version,
      executions,
      requests,
      experiments,
      experiment,
      predictions,
      prediction,
      datasources,
      users,
      roles,
      groups,
      secrets,
      organisations,
      audit,
    ]),
  ]),
]);

function RouteFault({ error, reset }: ErrorComponentProps) {
  return <FaultPanel error={error} onRetry={reset} />;
}

/** A router of the console's routes, in tests with a history of their own. */
export function routerWith(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    // An unknown address below /admin keeps the shell and its menu; any other gets a page of its own.
    notFoundMode: "fuzzy",
    defaultErrorComponent: RouteFault,
    defaultPreload: "intent",
    scrollRestoration: true,
  });
}

export const router = routerWith();

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
