/** The oldest that the build is made for, as esbuild names its targets (astro.config.mjs). */
export const BROWSERS = ['chrome105', 'safari16', 'firefox121'];
