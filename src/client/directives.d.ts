import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the first pointer, focus or key inside the island; with the address of the texts it says. */
    'client:touch'?: string | undefined;
  }
}

declare global {
  /** What the islands that have been touched say, by the keys of locales/. */
  var islandTexts: Readonly<Record<string, string>> | undefined;
}
