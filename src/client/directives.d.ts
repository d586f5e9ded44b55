import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the first pointer, focus or key inside the island. */
    'client:touch'?: boolean;
  }
}
