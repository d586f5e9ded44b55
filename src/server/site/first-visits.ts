import type { MiddlewareHandler } from 'hono';
import { answerWith, bytesOf } from '#server/http/body-at-hand.ts';
import type { FrontEnv } from './arrival.ts';
import { cookieJar } from './cookies.ts';
import { dressPage, type FirstLook } from './first-look.ts';

/**
 * Pages of whoever has no stylesheet yet carry what they show of it, and the page script (decision 0034). Whoever
 * fetches the sheet gets a cookie that says so with it, and from then on pages that link it.
 */
export function firstVisits(look: FirstLook, isSecure: boolean): MiddlewareHandler<FrontEnv> {
  return async (context, next) => {
    await next();
    const { req, res } = context;
    if (req.path === look.sheet) {
      const cookies = cookieJar(undefined, isSecure);
      cookies.set('sheet', look.version);
      cookies.writeTo(res.headers);
      return;
    }
    const inline = context.get('inline');
    // A script that asks for a part of a page has brought the sheet.
    if (!inline || req.header('x-part')) return;
    const { cookie } = context.env.incoming.headers;
    if (cookieJar(cookie, isSecure).get('sheet') === look.version) return;
    // Byte for byte: what is looked for and put in is ASCII, and the words between need not be read.
    const page = (await bytesOf(res)).toString('latin1');
    const dressed = dressPage(page, look);
    inline.styles.push(...dressed.inline.styles);
    inline.scripts.push(...dressed.inline.scripts);
    const { status, headers } = res;
    context.res = undefined;
    context.res = answerWith(Buffer.from(dressed.html, 'latin1'), { status, headers });
  };
}
