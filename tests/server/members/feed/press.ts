import { getPost, listFeed, markRead, type Post, undoMarkRead } from '#contracts/feed.ts';
import type { InputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import type { PostKind } from '#domain/feed.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import { publishPost, readPostFile, withdrawPost } from '#server/members/feed/index.ts';
import { type Api, apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

type Facts = {
  kind?: PostKind;
  published?: Date;
  pinned?: boolean;
  starts?: Date;
  minutes?: number;
  join?: string;
  recording?: string;
  titles?: Record<string, string>;
  bodies?: Record<string, string>;
};

/** A post file as an operator writes it; omitted facts are as short as possible. */
export function postFile(slug: string, now: Date, facts: Facts = {}): string {
  const { kind = facts.starts ? 'webinar' : 'news', published = now, pinned = false } = facts;
  const { titles = { ru: slug }, bodies = { ru: `Текст о ${slug}.` } } = facts;
  const webinar = facts.starts && {
    starts_at: facts.starts.toISOString(),
    minutes: facts.minutes ?? 60,
    speaker: 'Роман',
    ...(facts.join && { join_url: facts.join }),
    ...(facts.recording && { recording_url: facts.recording }),
  };
  const front = { slug, kind, category: 'other', published_at: published.toISOString(), pinned, titles };
  const texts = Object.entries(bodies).map(([language, body]) => `--- ${language} ---\n${body}`);
  return ['---', JSON.stringify({ ...front, ...(webinar && { webinar }) }), '---', ...texts].join('\n');
}

export async function openPress() {
  const opened = await createTestServices();
  const { services, app, clock } = opened;
  const api: Api = apiOf(app);
  const bearers = new Map<string, string>();
  /** A new session if the clock has moved, because tests advance it by more than an hour. */
  const bearerOf = async (username: string) => {
    const name = `${username} ${clock.now().getTime()}`;
    const member = bearers.has(name) ? undefined : await findByLogin(services.db, username);
    const tokens = member && (await openSession(services, member, { address: '', userAgent: '' }));
    if (tokens) bearers.set(name, tokens.access);
    return bearers.get(name) ?? '';
  };
  const ask = async (username: string, input: InputOf<typeof listFeed> = {}, language?: Language) =>
    api.call(listFeed, input, { bearer: await bearerOf(username), ...(language && { language }) });
  return {
    ...opened,
    api,
    bearerOf,
    ask,
    async publish(slug: string, facts: Facts = {}): Promise<string> {
      const read = readPostFile(postFile(slug, clock.now(), facts));
      if ('wrong' in read) throw new Error(JSON.stringify(read.wrong));
      const published = await services.transaction((tx) => publishPost(tx, services, read.post));
      if ('wrong' in published) throw new Error(JSON.stringify(published.wrong));
      return published.id;
    },
    withdraw: (slug: string) => services.transaction((tx) => withdrawPost(tx, services, slug)),
    list: async (...asked: Parameters<typeof ask>) => dataOf(await ask(...asked)),
    open: async (username: string, id: string, language?: Language) =>
      api.call(getPost, { id }, { bearer: await bearerOf(username), ...(language && { language }) }),
    markRead: async (username: string, input: InputOf<typeof markRead>) =>
      api.call(markRead, input, { bearer: await bearerOf(username) }),
    undoMarkRead: async (username: string, input: InputOf<typeof undoMarkRead>) =>
      api.call(undoMarkRead, input, { bearer: await bearerOf(username) }),
  };
}

export const titlesOf = ({ items }: { items: Post[] }) => items.map(({ title }) => title);
