import type { AstroGlobal } from 'astro';
import { confirmReset, readReset, requestReset } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { refusalOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { BOT_CHECK, readBotCheck } from '#islands/shared/bot-check.server.ts';
import { isDraft, readForm } from '#islands/shared/read-form.server.ts';

type WayIn = OutputOf<typeof readReset>['ways_in'][number];

/** The checkboxes are known only after the link was read, so this is no `formAction`. */
export async function reset(page: AstroGlobal) {
  const { call, language } = page.locals;
  const form = await readForm(page, ['token', 'password', 'password_repeat', 'email', ...BOT_CHECK]);
  const token = form ? form.token : (page.url.searchParams.get('token') ?? '');
  const link = token ? await call(readReset, { token }) : undefined;
  const waysIn = link?.success ? link.data.ways_in : undefined;
  const tickedBoxes = await readForm(page, (waysIn ?? []).map(boxOf));
  const isKept = (way: WayIn) => (tickedBoxes ? tickedBoxes[boxOf(way)] !== '' : !way.is_recent);
  const keep = waysIn?.filter(isKept).map(({ id }) => id);

  const isSent = form && !isDraft(form);
  const { password = '', password_repeat = '' } = form ?? {};
  const change =
    isSent && token ? await call(confirmReset, { token, password, password_repeat, ...(keep && { keep }) }) : undefined;
  if (change?.success) return page.redirect(path(language, 'signIn', { done: 'password-saved' }), 303);
  const request =
    isSent && !token ? await call(requestReset, { email: form.email, bot_check: readBotCheck(form) }) : undefined;
  if (request?.success) return page.redirect(path(language, 'reset', { done: 'reset-sent' }), 303);

  const refusal = refusalOf(change ?? request ?? link);
  if (refusal) page.response.status = refusal.status;
  const account = link?.success
    ? {
        username: link.data.username,
        waysIn: link.data.ways_in.map((way) => ({ ...wayText(way, page.locals), isKept: isKept(way) })),
      }
    : undefined;
  return { form, token, refusal, account };
}

function boxOf({ id }: Pick<WayIn, 'id'>): string {
  return `keep_${id}`;
}

function wayText(way: WayIn, { site, t }: App.Locals) {
  const name = way.kind === 'app' ? t('auth:reset.app') : way.name;
  return {
    id: way.id,
    box: boxOf(way),
    label: t('auth:reset.way_added', { name, date: formatDate(way.added_at, site.timeZone) }),
    hint: way.is_recent ? t('auth:reset.recent') : '',
  };
}
