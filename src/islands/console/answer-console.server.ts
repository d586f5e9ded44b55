import type { APIContext } from 'astro';
import type { Refusal } from '#contracts/call.ts';
import { consolePath, readConsoleReturn } from '#domain/console-paths.ts';

/** Response to a refused call. An invalid query is dropped by a redirect. */
export function answerConsole(astro: APIContext, refusal: Refusal): Response | Promise<Response> {
  if (refusal.status === 401) return astro.redirect(consolePath('signIn'), 303);
  if (refusal.status === 404) return astro.rewrite('/operator/missing');
  if (refusal.code === 'invalid' && astro.url.search) return astro.redirect(readConsoleReturn(astro.url.pathname), 303);
  astro.locals.refusal = refusal;
  return astro.rewrite('/500');
}
