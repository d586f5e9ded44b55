/** The oldest that the build is made for, as esbuild names its targets (astro.config.mjs). */
export const BROWSERS = ['chrome105', 'safari16', 'firefox121'];

/** `Chrome 105` */
export function browserNames(): string[] {
  return BROWSERS.map((browser) =>
    browser.replace(
      /^([a-z])([a-z]+)(\d+)$/,
      (_, first: string, name: string, version: string) => `${first.toUpperCase()}${name} ${version}`,
    ),
  );
}
