import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the first pointer, focus or key inside the island; `page` and kinds of events wake it as well. */
    'client:touch'?: boolean | string;
  }
}
