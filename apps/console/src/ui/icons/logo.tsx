/** The airlock doors with the decision between them. Drawn in place, because it is on screen before the sprite has arrived. */
export function Logo({ size = 26 }: { readonly size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className="logo-door" d="M10.1 3.1a9.1 9.1 0 0 0 0 17.8v-4.6a4.7 4.7 0 0 1 0-8.6z" />
      <path className="logo-door" d="M13.9 3.1a9.1 9.1 0 0 1 0 17.8v-4.6a4.7 4.7 0 0 0 0-8.6z" />
      <circle className="logo-heart" cx="12" cy="12" r="2.6" />
    </svg>
  );
}
