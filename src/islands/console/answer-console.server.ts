import type { APIContext } from 'astro';
import type { Refusal } from '#contracts/call.ts';
import { consolePath, readConsoleReturn } from '#domain/console-paths.ts';

/** What a page of the console answers when a call that it needs was refused; of a wrong query only the page is left. */
export function answerConsole(astro: APIContext, refusal: Refusal): Response | Promise<Response> {
  if (refusal.status === 401) return astro.redirect(consolePath('signIn'), 303);
  if (refusal.status === 404) return new Response(null, { status: 404 });
  if (refusal.code === 'invalid' && astro.url.search) return astro.redirect(readConsoleReturn(astro.url.pathname), 303);
  astro.locals.refusal = refusal;
  return astro.rewrite('/500');
}
