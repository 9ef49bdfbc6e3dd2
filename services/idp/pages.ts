const styles = `
:root { color-scheme: light dark; --page: #f4f6f9; --card: #fff; --text: #16202c; --muted: #445264; --line: #7c8b9e; --solid: #0d70d4; --bad: #b42318; --badSoft: #fef0ee; }
@media (prefers-color-scheme: dark) { :root { --page: #10161e; --card: #18212c; --text: #e8eef5; --muted: #b0bdcc; --line: #7b8a9c; --solid: #2f86de; --bad: #ff9d92; --badSoft: #3a1d1b; } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 400px; background: var(--card); border-radius: 12px; padding: 32px; box-shadow: 0 8px 28px rgb(15 23 33 / 14%) }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 20px; color: var(--muted) }
label { display: block; margin: 16px 0 4px; font-weight: 600 }
input { width: 100%; padding: 10px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px }
button { width: 100%; margin-top: 24px; padding: 11px; font: inherit; font-weight: 600; color: #fff; background: var(--solid); border: 0; border-radius: 8px; cursor: pointer }
button.plain { margin-top: 12px; color: inherit; background: none; border: 1px solid var(--line) }
:is(input, button):focus-visible { outline: 3px solid var(--solid); outline-offset: 2px }
.error { margin: 0 0 8px; padding: 10px 12px; border-radius: 8px; color: var(--bad); background: var(--badSoft) }
`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title><style>${styles}</style></head>
<body><main>${content}</main></body>
</html>
`;
}

/** The sign-in form; `problem` describes the last error. */
export function signInPage(uid: string, email: string, problem?: string): string {
  const alert = problem === undefined ? "" : `<p class="error" role="alert">${escapeHtml(problem)}</p>`;
  return page(
    "Sign in",
    `<h1>Sign in</h1><p>Development accounts of Airlock</p>${alert}
<form method="post" action="/interaction/${escapeHtml(uid)}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}"${email === "" ? " autofocus" : ""}>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required${email === "" ? "" : " autofocus"}>
<button type="submit">Sign in</button>
</form>`,
  );
}

/** `form` is the provider's own, with its secret; the buttons refer to it by id. */
export function signOutPage(form: string, atOnce: boolean): string {
  if (atOnce) {
    const yes = `<input type="hidden" name="logout" value="yes"/></form>`;
    return page("Signing out", `<h1>Signing out</h1>${form.replace("</form>", yes)}<script>document.forms[0].submit()</script>`);
  }
  return page(
    "Sign out",
    `<h1>Do you want to sign out?</h1>${form}
<button form="op.logoutForm" type="submit" name="logout" value="yes">Sign out</button>
<button form="op.logoutForm" type="submit" class="plain">Stay signed in</button>`,
  );
}

export function signedOutPage(): string {
  return page("Signed out", "<h1>You are signed out</h1>");
}

export function errorPage(error: string, description: string): string {
  return page(
    "Sign-in failed",
    `<h1>Sign-in failed</h1><p class="error" role="alert">${escapeHtml(error)}: ${escapeHtml(description)}</p>`,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
