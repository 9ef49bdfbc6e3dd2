export const homeOfConsole = "/admin";

/** Where to navigate after signing in: a path of the console, or the dashboard. Rejects every other address, to prevent open redirects. */
export function requestedLocation(from: string | undefined): string {
  if (from === undefined || !from.startsWith("/") || /^\/[/\\]/.test(from)) return homeOfConsole;
  // A browser drops tabs and line breaks from an address, which would turn "/\t/elsewhere" into "//elsewhere".
  if (/[\t\r\n]/.test(from)) return homeOfConsole;
  const path = from.split(/[?#]/, 1)[0] ?? from;
  return ["/", "/login", "/callback", "/offline", "/invitations"].includes(path) ? homeOfConsole : from;
}
