import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first pointer, focus or key inside; `page` and kinds of events hydrate it too. */
    'client:touch'?: boolean | string;
  }
}
