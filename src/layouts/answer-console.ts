import type { AstroGlobal } from 'astro';
import type { Refusal } from '#contracts/call.ts';
import { type ConsolePage, consolePath } from '#domain/console-paths.ts';

/** What a page of the console answers when a call that it needs was refused; a wrong address leads to its plain list. */
export function answerConsole(astro: AstroGlobal, refusal: Refusal, page: ConsolePage): Response | Promise<Response> {
  if (refusal.status === 401) return astro.redirect(consolePath('signIn'), 303);
  if (refusal.status === 404) return new Response(null, { status: 404 });
  if (refusal.code === 'invalid' && astro.url.search) return astro.redirect(consolePath(page), 303);
  astro.locals.refusal = refusal;
  return astro.rewrite('/500');
}
