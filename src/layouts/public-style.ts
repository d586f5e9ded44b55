import { createHash } from 'node:crypto';
import type { AstroGlobal } from 'astro';
import css from '../styles/public.css?inline';

/** The style of public pages, which travels in the page. */
export const publicStyle = { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` } as const;

/** The policy is a header: it has gone out by the time a layout is drawn, so each public page says this itself. */
export function allowPublicStyle({ locals }: AstroGlobal): void {
  locals.visit.allowStyle(publicStyle.hash);
}
