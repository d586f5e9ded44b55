import { eq, inArray } from 'drizzle-orm';
import type { Notice } from '#contracts/notices.ts';
import { announcementIn } from '#domain/announcements.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { type NoticeAbout, type NoticeOrigin, NOTICES } from '#domain/notices.ts';
import { readSavedAbout } from '#domain/saved-destination.ts';
import { textName } from '#domain/text-name.ts';
import { supportNumber } from '#domain/support.ts';
import { formatMoney } from '#i18n/format.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { translator } from '#i18n/translator.ts';
import type { Db } from '#server/db/connect.ts';
import { announcements, members, plans, transactions, withdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { NoticeRow } from './list-notices.ts';

export function presentNotice(row: NoticeRow, facts: Facts, language: Language): Notice {
  const { id, kind, at, seenAt } = row;
  const none = { about: null, amount: null, title: null, body: null, device: null };
  const fields = { ...none, ...aboutOf(row, facts, language) };
  const saved = NOTICES[kind].about === 'destination' ? readSavedAbout(row.about ?? '') : NOT_SAVED;
  const text = kind === 'announcement' ? (fields.title ?? '') : sentenceOf({ kind, ...fields }, saved, language);
  return { id: String(id), kind, text, ...fields, at: at.toISOString(), is_unread: seenAt === null };
}

type Saved = Pick<ReturnType<typeof readSavedAbout>, 'name' | 'destination'>;
const NOT_SAVED: Saved = { name: '', destination: '' };

type SentenceParts = Pick<Notice, 'about' | 'amount' | 'title' | 'device'> & { kind: SentenceKind };
/** The operator writes the text of an announcement. */
type SentenceKind = Exclude<Notice['kind'], 'announcement'>;

function sentenceOf({ kind, about, amount, title, device }: SentenceParts, saved: Saved, language: Language): string {
  const t = translator(language);
  return t(`notices:kinds.${textName(kind)}`, {
    amount: formatMoney(amount ?? '', language),
    title: title ?? '',
    device: device || t('settings:sessions.unknown'),
    number: about?.id ?? '',
    username: about?.id ?? '',
    ...saved,
  });
}

type NoticeFacts = Partial<Pick<Notice, 'about' | 'amount' | 'title' | 'body' | 'device'>>;

function aboutOf({ kind, about }: NoticeRow, facts: Facts, language: Language): NoticeFacts {
  if (about === null) return {};
  switch (NOTICES[kind].about) {
    case 'withdrawal': {
      const withdrawal = facts.withdrawals.get(about);
      return withdrawal ? { about: origin('withdrawal', about), amount: moneyText(withdrawal.amountMicros) } : {};
    }
    case 'transaction': {
      const transaction = facts.transactions.get(about);
      if (!transaction) return {};
      const { price, returned, title } = transaction;
      const amount = moneyText(kind === 'payment-returned' ? returned : price);
      return { about: origin('transaction', about), amount, title: textIn(title, language) };
    }
    case 'support':
      return { about: origin('support', supportNumber(Number(about))) };
    case 'member': {
      const username = facts.usernames.get(about);
      return username ? { about: origin('member', username) } : {};
    }
    case 'announcement': {
      const announcement = facts.announcements.get(about);
      if (!announcement) return {};
      const { title, text: body } = announcementIn(announcement.texts, language, facts.fallback);
      return { title, body, about: announcement.link === '' ? null : origin('link', announcement.link) };
    }
    case 'amount':
      return { amount: about };
    case 'device':
      return { device: about };
    default:
      return {};
  }
}

function origin(kind: NoticeOrigin['kind'], id: string): NoticeOrigin {
  return { kind, id };
}

/** Keys are the `about` of the notices. */
type Facts = {
  withdrawals: ReadonlyMap<string, { amountMicros: bigint }>;
  transactions: ReadonlyMap<string, Transaction>;
  usernames: ReadonlyMap<string, string>;
  announcements: ReadonlyMap<string, Pick<typeof announcements.$inferSelect, 'texts' | 'link'>>;
  fallback: Language;
};

type Transaction = Pick<typeof transactions.$inferSelect, 'price' | 'returned'> & {
  title: (typeof plans.$inferSelect)['title'];
};

export async function findFacts(
  { db, config }: Pick<Services, 'db' | 'config'>,
  rows: readonly NoticeRow[],
): Promise<Facts> {
  const [withdrawalIds, transactionIds, memberIds, announcementIds] = [
    aboutsOf(rows, 'withdrawal'),
    aboutsOf(rows, 'transaction'),
    aboutsOf(rows, 'member'),
    aboutsOf(rows, 'announcement'),
  ];
  const [ofWithdrawals, ofTransactions, ofMembers, ofAnnouncements] = await Promise.all([
    withdrawalIds.length > 0 ? findWithdrawals(db, withdrawalIds) : [],
    transactionIds.length > 0 ? findTransactions(db, transactionIds) : [],
    memberIds.length > 0 ? findUsernames(db, memberIds) : [],
    announcementIds.length > 0 ? findAnnouncements(db, announcementIds) : [],
  ]);
  return {
    withdrawals: new Map(ofWithdrawals.map(({ id, ...rest }) => [id, rest])),
    transactions: new Map(ofTransactions.map(({ id, ...rest }) => [id, rest])),
    usernames: new Map(ofMembers.map(({ id, username }) => [String(id), username])),
    announcements: new Map(ofAnnouncements.map(({ id, ...rest }) => [id, rest])),
    fallback: config.languages.fallback,
  };
}

function aboutsOf(rows: readonly NoticeRow[], about: NoticeAbout): string[] {
  const abouts = rows.flatMap((row) => (NOTICES[row.kind].about === about && row.about ? [row.about] : []));
  return [...new Set(abouts)];
}

function findWithdrawals(db: Db, ids: string[]) {
  return db
    .select({ id: withdrawals.id, amountMicros: withdrawals.amountMicros })
    .from(withdrawals)
    .where(inArray(withdrawals.id, ids));
}

function findTransactions(db: Db, ids: string[]) {
  const { id, price, returned } = transactions;
  return db
    .select({ id, price, returned, title: plans.title })
    .from(transactions)
    .innerJoin(plans, eq(plans.id, transactions.planId))
    .where(inArray(id, ids));
}

function findUsernames(db: Db, ids: string[]) {
  return db
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(inArray(members.id, ids.map(Number)));
}

function findAnnouncements(db: Db, ids: string[]) {
  const { id, texts, link } = announcements;
  return db.select({ id, texts, link }).from(announcements).where(inArray(id, ids));
}
