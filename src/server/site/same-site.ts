import type { MiddlewareHandler } from 'hono';
import { acceptedLanguage } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { answerRefusal } from '#server/http/answer-refusal.ts';
import type { FrontEnv } from './arrival.ts';

/**
 * Whatever changes something must come from our own pages: the browser's `Sec-Fetch-Site` says so, in older ones
 * `Origin`. A caller that sends neither is no browser and carries no cookies against anyone's will.
 */
export function sameSite(publicOrigin: string): MiddlewareHandler<FrontEnv> {
  return async (context, next) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD') return next();
    const { 'sec-fetch-site': site, origin, host } = context.env.incoming.headers;
    const isOurs = site
      ? site === 'same-origin' || site === 'none'
      : !origin || origin === publicOrigin || new URL(`http://${host}`).origin === origin;
    if (isOurs) return next();
    return answerRefusal(refuse('cross_site'), acceptedLanguage(context.req.header('accept-language')));
  };
}
