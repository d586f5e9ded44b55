import type { APIContext, MiddlewareNext } from 'astro';
import { defineMiddleware } from 'astro:middleware';
import type { Refusal } from '#contracts/call.ts';
import { getPartner } from '#contracts/partner.ts';
import { chooseLanguage } from '#contracts/settings.ts';
import { isOfConsole } from '#domain/console-paths.ts';
import { decide, type Decision } from '#domain/guard.ts';
import { readRef } from '#domain/identity.ts';
import { acceptedLanguage } from '#domain/languages.ts';
import { pageAt } from '#domain/paths.ts';
import { segmentsOf } from '#domain/plain-path.ts';
import { CONSOLE_LANGUAGES } from '#domain/staff.ts';
import { readTheme } from '#domain/theme.ts';
import { pageTranslator } from '#i18n/page-translator.ts';

export const onRequest = defineMiddleware(async (context, next) => {
  if (context.locals.refusal || context.locals.denied) return next();
  const { path } = context.locals.pageContext;
  if (isOfConsole(path) || isOfConsole(context.routePattern)) return consolePage(context, next);
  const segments = segmentsOf(path);
  context.locals.hasSession = hasSession(context);
  const decision = decide({
    segments,
    search: context.url.search,
    languageCookie: context.locals.pageContext.cookies.get('lang'),
    languages: context.locals.pageContext.site.languages,
    hasSession: context.locals.hasSession,
    isPost: context.request.method === 'POST',
    cameFrom: cameFrom(context),
  });
  keepLanguage(context, decision);
  createApiClient(context, decision);
  await keepRef(context, segments);
  await rememberLanguage(context, decision);
  return follow(context, next, decision);
});

async function consolePage(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { cookies, isConsoleOpen, path } = context.locals.pageContext;
  if (!isConsoleOpen || !isOfConsole(path)) return notFound();
  const chosen = cookies.get('lang') ?? acceptedLanguage(context.request.headers.get('accept-language'));
  const language = CONSOLE_LANGUAGES.find((spoken) => spoken === chosen) ?? 'en';
  createApiClient(context, { language });
  return render(context, next);
}

/** Decides redirects only; every call checks the token. `came` also sees cookies that were cleared in this request. */
function hasSession({ locals }: APIContext): boolean {
  const { cookies } = locals.pageContext;
  return cookies.came('access_token') || cookies.came('refresh_token');
}

function keepLanguage({ locals }: APIContext, { kind, language }: Decision): void {
  const { cookies } = locals.pageContext;
  if (kind === 'show' && cookies.get('lang') !== language) cookies.set('lang', language);
}

/** Referrers of other hosts are ignored. */
function cameFrom({ request, url }: APIContext): string | undefined {
  const referrer = request.headers.get('referer') ?? '';
  if (!URL.canParse(referrer)) return undefined;
  const { host, pathname, search } = new URL(referrer);
  return host === url.host ? pathname + search : undefined;
}

/** The newest code wins and stays for a week. Only an existing code replaces another. */
async function keepRef({ url, locals }: APIContext, segments: string[]): Promise<void> {
  const { cookies } = locals.pageContext;
  const before = readRef(cookies.get('ref'));
  const page = pageAt(segments) ?? pageAt(segments.slice(1));
  const isLink = page === 'partner' || page === 'refLink';
  const ref = readRef(url.searchParams.get('ref')) ?? (isLink ? readRef(segments.at(-1)) : undefined);
  const isNew = ref !== undefined && (before === undefined || before === ref || (await refExists(locals, ref)));
  if (isNew) cookies.set('ref', ref);
  locals.ref = isNew ? ref : before;
}

async function refExists({ call }: App.Locals, ref: string): Promise<boolean> {
  const partner = await call(getPartner, { ref });
  return partner.success || partner.error.code !== 'not_found';
}

/** Saves the language if a member posts the language menu or a draft; links don't change it (docs/design/translations.md). */
async function rememberLanguage(context: APIContext, decision: Decision): Promise<void> {
  const { locals, request } = context;
  if (decision.kind !== 'show' || request.method !== 'POST' || !locals.hasSession) return;
  const form = await readFields(request);
  if (decision.page !== 'language' && form?.get('draft') !== '1') return;
  locals.pageContext.actFor(String(form?.get('owner') ?? ''));
  await locals.call(chooseLanguage, { language: decision.language });
}

async function readFields(request: Request): Promise<FormData | undefined> {
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded');
  if (!isForm) return undefined;
  return request
    .clone()
    .formData()
    .catch(() => undefined);
}

function createApiClient({ locals }: APIContext, { language }: Pick<Decision, 'language'>): void {
  const { pageContext } = locals;
  Object.assign(locals, pageContext.createApiClient(language));
  locals.language = language;
  locals.t = pageTranslator(language, pageContext.site);
  locals.theme = readTheme(pageContext.cookies.get('theme'));
  locals.requestId = pageContext.requestId;
  locals.now = pageContext.now;
  locals.site = pageContext.site;
}

async function follow(context: APIContext, next: MiddlewareNext, decision: Decision): Promise<Response> {
  if (decision.kind === 'redirect') return context.redirect(decision.to, context.request.method === 'GET' ? 302 : 303);
  if (decision.kind === 'missing') return wantsPage(context) ? render(context, () => next('/404')) : notFound();
  return render(context, next);
}

/** Browsers send `Sec-Fetch-Dest: document` for navigations. Programs accept HTML for everything. */
function wantsPage({ request }: APIContext): boolean {
  return request.headers.get('sec-fetch-dest') === 'document';
}

async function render(context: APIContext, next: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await next();
    return withStatusOf(context.locals.refusal, answer);
  } catch (error) {
    context.locals.pageContext.report(error);
    throw error;
  }
}

function notFound(): Response {
  return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/** Astro answers every error page with 500. */
function withStatusOf(refusal: Refusal | undefined, answer: Response): Response {
  return refusal ? new Response(answer.body, { status: refusal.status, headers: answer.headers }) : answer;
}
