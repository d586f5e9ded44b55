import type { AnnouncementText } from '#domain/announcements.ts';
import { shortDestination } from '#domain/destination.ts';
import type { Language } from '#domain/languages.ts';
import { isOfSignUp, type MailKind } from '#domain/mails.ts';
import { moneyText } from '#domain/money.ts';
import type { TakenBack } from '#domain/rescue.ts';
import { textName } from '#domain/text-name.ts';
import { supportNumber } from '#domain/support.ts';
import { formatMoney } from '#i18n/format.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { whenOf } from '#i18n/reader.ts';
import { takenBackTexts } from '#i18n/taken-back.ts';
import { type TextsByLanguage, textIn } from '#i18n/texts-by-language.ts';
import { translator } from '#i18n/translator.ts';
import { withdrawalReason } from '#i18n/withdrawal-reason.ts';
import type { Config } from '#server/base/config.ts';
import { emailPage } from './email-page.ts';

export type Email = { subject: string; text: string; html: string };
export type About =
  | { withdrawal: { amountMicros: bigint; destination: string; state: WithdrawalState; reason: string | null } }
  | { transaction: { price: bigint; returned: bigint }; plan: { title: TextsByLanguage }; right?: Right | undefined }
  | { request: { id: number; text: string } }
  | { amount: string }
  /** Micros that the member waived when closing. */
  | { left: bigint }
  | { device: string }
  | { saved: { name: string; destination: string } }
  | { takenBack: readonly TakenBack[] }
  | { passkeys: readonly string[] }
  | { joined: string }
  | { inviter: string }
  | { announcement: AnnouncementText; href: string };
/** The last moment and the page to withdraw from a purchase, or the declaration and its time. */
export type Right = { until: Date; href: string } | { statement: string; at: Date };
type Content = {
  kind: MailKind;
  language: Language;
  link: string;
  member: { username: string; name: string | null };
  about?: About | undefined;
  choice?: { off: string; settings: string } | undefined;
};

type Sender = Pick<Config, 'productName' | 'timeZone'> & Partial<Pick<Config, 'brand' | 'company'>>;

export function renderEmail({ productName, timeZone, brand, company }: Sender, content: Content): Email {
  const t = translator(content.language);
  const key = textName(content.kind);
  const { username } = content.member;
  // The sender can choose the name freely, so unconfirmed addresses don't get it.
  const name = (content.kind !== 'email-confirmation' && content.member.name) || username;
  const params = { product: productName, username, ...aboutWords(content), ...rightWords(content, timeZone) };
  const quote = quoteOf(content);
  const words = {
    subject: t(`mail:${key}.subject`, params),
    // The name is already erased at this time.
    greeting: content.kind === 'account-closed' ? t('mail:greeting_unnamed') : t('mail:greeting', { name }),
    body: [t(`mail:${key}.body`, params), ...closureWords(content, params)].join(' '),
    quote,
    details: detailsOf(content, params),
    button: t(`mail:${key}.button`),
    note: t(`mail:${key}.note`),
    footer: [
      t(isOfSignUp(content.kind) ? 'mail:footer_no_account' : 'mail:footer', { product: productName }),
      ...(company ? [[company.name, company.address].filter(Boolean).join(', ')] : []),
    ].join('\n'),
  };
  const { subject, greeting, body, details, button, note, footer } = words;
  const { link, language, choice } = content;
  const right = rightOf(content);
  const footerLinks = [
    ...(right && 'href' in right ? [{ words: t('transactions:act.withdraw'), href: right.href }] : []),
    ...(choice
      ? [
          { words: t('mail:turn_off'), href: choice.off },
          { words: t('mail:settings'), href: choice.settings },
        ]
      : []),
  ];
  const links = [{ words: button, href: link }, ...footerLinks].map((item) => `${item.words}\n${item.href}`);
  const [main = '', ...below] = links;
  const paragraphs = [greeting, body, quote, details].filter(Boolean);
  return {
    subject,
    text: [...paragraphs, main, note, ...below, `--\n${footer}`].join('\n\n'),
    html: emailPage(words, { language, link, productName, palettes: brand?.palettes, footerLinks }),
  };
}

function rightOf({ about }: Content): Right | undefined {
  return about && 'transaction' in about ? about.right : undefined;
}

function rightWords(content: Content, timeZone: string): Record<string, string> {
  const right = rightOf(content);
  if (!right) return {};
  return 'until' in right ? { until: whenOf(right.until, { timeZone }) } : { at: whenOf(right.at, { timeZone }) };
}

/** The member's own words, or those of support or of the operator. */
function quoteOf(content: Content): string {
  const { about } = content;
  const right = rightOf(content);
  if (right && 'statement' in right) return right.statement;
  if (about && 'announcement' in about) return about.announcement.text;
  return about && 'request' in about ? about.request.text : '';
}

function detailsOf(content: Content, params: Record<string, string>): string {
  const { about, language } = content;
  const t = translator(language);
  if (!about) return '';
  if (params['until']) return t('mail:place_opened.withdraw', { until: params['until'] });
  if ('takenBack' in about && about.takenBack.length > 0)
    return t('mail:withdrawals_stopped.taken_back', { list: takenBackTexts(about.takenBack, t).join('; ') });
  if ('passkeys' in about && about.passkeys.length > 0)
    return t('mail:password_changed.passkeys', { list: about.passkeys.join('; ') });
  return '';
}

function aboutWords({ about, language }: Content): Record<string, string> {
  if (!about) return {};
  if ('joined' in about || 'inviter' in about) return about;
  if ('announcement' in about) return { title: about.announcement.title };
  if ('takenBack' in about || 'passkeys' in about) return {};
  if ('device' in about) return { device: about.device || translator(language)('settings:sessions.unknown') };
  if ('saved' in about) return { name: about.saved.name, destination: about.saved.destination };
  if ('left' in about) return { amount: formatMoney(moneyText(about.left), language) };
  if ('amount' in about) return { amount: formatMoney(about.amount, language) };
  if ('request' in about) return { number: supportNumber(about.request.id) };
  if ('transaction' in about) {
    const { price, returned } = about.transaction;
    return {
      title: textIn(about.plan.title, language),
      amount: formatMoney(moneyText(price), language),
      returned: formatMoney(moneyText(returned), language),
    };
  }
  const { amountMicros, destination } = about.withdrawal;
  return {
    amount: formatMoney(moneyText(amountMicros), language),
    destination: shortDestination(destination),
    reason: withdrawalReason(about.withdrawal, language) ?? '',
  };
}

function closureWords({ kind, language, about }: Content, params: Record<string, string>): string[] {
  if (kind !== 'account-closed' || !about) return [];
  return [translator(language)(`mail:account_closed.${'left' in about ? 'waived' : 'paid_out'}`, params)];
}
