import type { MiddlewareHandler } from 'hono';
import type { FrontEnv } from './arrival.ts';
import { cookieJar } from './cookies.ts';
import { dressPage, type FirstLook, linkTo } from './first-look.ts';

/**
 * Pages of whoever has no stylesheet yet carry what they show of it (decision 0034). Whoever fetches the sheet gets a
 * cookie that says so with it, and from then on pages that link it.
 */
export function firstVisits(look: FirstLook, isSecure: boolean): MiddlewareHandler<FrontEnv> {
  return async (context, next) => {
    await next();
    const { req, res } = context;
    const cookies = cookieJar(context.env.incoming.headers.cookie, isSecure);
    if (req.path === look.sheet) {
      cookies.set('sheet', look.version);
      cookies.writeTo(res.headers);
      return;
    }
    const isPage = res.headers.get('content-type')?.startsWith('text/html');
    // A script that asks for a part of a page has brought the sheet.
    if (!isPage || cookies.get('sheet') === look.version || req.header('x-part')) return;
    const html = await res.text();
    const headers = new Headers(res.headers);
    const dressed = html.includes(linkTo(look.sheet)) ? dressPage(html, look) : undefined;
    if (dressed) allowStyle(headers, dressed.styleHash);
    context.res = undefined;
    context.res = new Response(dressed?.html ?? html, { status: res.status, headers });
  };
}

function allowStyle(headers: Headers, hash: string): void {
  const policy = headers.get('content-security-policy') ?? '';
  headers.set('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' '${hash}'`));
}
