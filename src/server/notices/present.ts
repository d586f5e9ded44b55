import type { Notice } from '#contracts/notices.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { noticeKey, NOTICES, type NoticeOrigin } from '#domain/notices.ts';
import { supportNumber } from '#domain/support.ts';
import { formatMoney } from '#i18n/format.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { translator } from '#i18n/translator.ts';
import type { Facts } from './facts.ts';
import type { NoticeRow } from './list-notices.ts';

/** A notice with its sentence and what that says, in the reader's language. */
export function presentNotice(row: NoticeRow, facts: Facts, language: Language): Notice {
  const { id, kind, at, seenAt } = row;
  const shown = { about: null, amount: null, title: null, device: null, ...aboutOf(row, facts, language) };
  const text = sentenceOf({ kind, ...shown }, language);
  return { id: String(id), kind, text, ...shown, at: at.toISOString(), is_unread: seenAt === null };
}

type Told = Pick<Notice, 'kind' | 'about' | 'amount' | 'title' | 'device'>;

function sentenceOf({ kind, about, amount, title, device }: Told, language: Language): string {
  const t = translator(language);
  return t(`notices:kinds.${noticeKey(kind)}`, {
    amount: formatMoney(amount ?? ''),
    title: title ?? '',
    device: device || t('settings:sessions.unknown'),
    number: about?.id ?? '',
    username: about?.id ?? '',
  });
}

type Shown = Partial<Pick<Notice, 'about' | 'amount' | 'title' | 'device'>>;

function aboutOf({ kind, about }: NoticeRow, facts: Facts, language: Language): Shown {
  if (about === null) return {};
  switch (NOTICES[kind].about) {
    case 'withdrawal': {
      const withdrawal = facts.withdrawals.get(about);
      return withdrawal ? { about: origin('withdrawal', about), amount: moneyText(withdrawal.amount) } : {};
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
