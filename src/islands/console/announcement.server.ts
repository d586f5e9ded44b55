import type { AstroGlobal } from 'astro';
import { getAnnouncement } from '#contracts/console/announcements.ts';
import { listConsolePlans } from '#contracts/console/plans.ts';
import { languageIn } from './use-language-tab.ts';
import { answerConsole } from './answer-console.server.ts';
import { enterConsole } from './enter-console.server.ts';

export async function loadAnnouncement(page: AstroGlobal) {
  const me = await enterConsole(page, 'announcement');
  if (me instanceof Response) return me;
  const { call, t } = page.locals;
  const [announcement, plans] = await Promise.all([
    call(getAnnouncement, { id: page.params['id'] ?? '' }),
    call(listConsolePlans),
  ]);
  if (!announcement.success) return answerConsole(page, announcement.error);
  if (!plans.success) return answerConsole(page, plans.error);
  const start = announcement.data;
  const screen = {
    start,
    canSend: me.abilities.includes('announcements.send'),
    plans: plans.data.items.map(({ id, title }) => ({ id, title })),
    at: languageIn(page.url.search, start.fallback),
  };
  const isNew = start.draft === null;
  const title = isNew ? t('console_content:announcements.new') : start.title;
  return { me, screen, title: title || t('console_content:announcements.untitled') };
}
