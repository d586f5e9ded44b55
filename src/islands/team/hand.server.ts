import type { AstroGlobal } from 'astro';
import { listHand, snoozeHand } from '#contracts/team.ts';
import { path } from '#domain/paths.ts';
import { doneIn } from '#islands/shared/done.server.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';
import { loadPages } from '#islands/shared/use-rows.ts';
import { handRows } from './hand-rows.ts';

const snooze = formAction({
  contract: snoozeHand,
  fields: ['username'],
  done: ({ language, page }) =>
    path(language, 'teamHand', { cursor: page.url.searchParams.get('cursor') ?? undefined, done: 'snoozed' }),
});

export async function loadHand(page: AstroGlobal) {
  const { call } = page.locals;
  const posted = await snooze(page);
  if (posted instanceof Response) return posted;
  const [{ answer, cursor }, me] = await Promise.all([
    loadPages((query) => call(listHand, query), page.url),
    readProfile(page),
  ]);
  if (!answer.success) return respondToRefusal(page, answer.error);
  if (!me.success) return respondToRefusal(page, me.error);
  const screen = {
    start: handRows(answer.data),
    cursor,
    notice: posted.rendered.notice,
    done: doneIn(page.url) === 'snoozed' ? ('team:hand.snoozed' as const) : undefined,
  };
  return { me: me.data, screen };
}
