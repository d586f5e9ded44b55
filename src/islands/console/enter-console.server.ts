import type { AstroGlobal } from 'astro';
import { getStaffSession, type StaffMe } from '#contracts/console/session.ts';
import { CONSOLE_PAGES, type ConsolePage, consolePath } from '#domain/console-paths.ts';
import { pageTranslator } from '#i18n/page-translator.ts';

/** Only decides what is shown: each call checks its own rights. Also sets the staff member's language. */
export async function enterConsole(astro: AstroGlobal, page: ConsolePage): Promise<StaffMe | Response> {
  const { locals, url } = astro;
  const session = await locals.call(getStaffSession);
  if (!session.success) {
    if (session.error.status !== 401) {
      locals.refusal = session.error;
      return astro.rewrite('/500');
    }
    const returnTo = astro.request.method === 'GET' ? url.pathname + url.search : undefined;
    const ended = locals.pageContext.cookies.came('staff_session') ? 'yes' : undefined;
    return astro.redirect(consolePath('signIn', {}, { ended, return_to: returnTo }), 303);
  }
  const me = session.data;
  locals.owner = me.page_owner;
  locals.language = me.language;
  locals.t = pageTranslator(me.language, locals.site);
  Object.assign(locals, locals.pageContext.createApiClient(me.language));
  const { ability } = CONSOLE_PAGES[page];
  if (ability && !me.abilities.includes(ability)) {
    locals.denied = me;
    return astro.rewrite('/operator/denied');
  }
  return me;
}
