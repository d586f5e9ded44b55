import type { OutputOf } from '#contracts/contract.ts';
import type { findAnything as contract } from '#contracts/find.ts';
import { foldName, hasWords, searchWords } from '#domain/fold-name.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { newestTitles } from '#server/members/feed/index.ts';
import { searchTeam } from '#server/members/team/index.ts';
import { namedTransactions } from '#server/members/transactions/index.ts';

type Found = OutputOf<typeof contract>;

const OF_EACH = 5;
const NOTHING: Found = { members: [], transactions: [], posts: [] };

export async function findAnything(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  memberId: number,
  typed: string,
  language: Language,
): Promise<Found> {
  const words = searchWords(typed);
  if (words.length === 0) return NOTHING;
  const [members, transactions, posts] = await Promise.all([
    searchTeam(services, memberId, { search: typed, limit: OF_EACH }),
    namedTransactions(services.db, memberId, language),
    newestTitles(services, language),
  ]);
  const fitting = <Item>(items: readonly Item[], textOf: (item: Item) => string) =>
    items.filter((item) => hasWords(foldName(textOf(item)), words)).slice(0, OF_EACH);
  return {
    members: isRefused(members) ? [] : members,
    transactions: fitting(transactions, ({ id, plan, place }) => `${plan.title} ${place ?? ''} ${id}`),
    posts: fitting(posts, ({ title }) => title),
  };
}
