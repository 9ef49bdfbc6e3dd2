/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** The version of this build, from package.json. */
declare const __PRODUCT_VERSION__: string;
