import type { AstroGlobal } from 'astro';
import css from '../styles/public.css?inline';

/** The style of public pages, which travels in the page. */
export const publicStyle = css;

/** The policy is a header: it has gone out by the time a layout is drawn, so each public page says this itself. */
export function allowPublicStyle({ locals }: AstroGlobal): void {
  locals.visit.allowStyle(publicStyle);
}
