import { shortDestination } from '#domain/destination.ts';
import { tagOf, type Language } from '#domain/languages.ts';
import { isOfSignUp, type MailKind } from '#domain/mails.ts';
import { moneyText } from '#domain/money.ts';
import { WANTED_EMAILS } from '#domain/notices.ts';
import { textName } from '#domain/text-name.ts';
import { supportNumber } from '#domain/support.ts';
import { formatMoney } from '#i18n/format.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { type TextsByLanguage, textIn } from '#i18n/texts-by-language.ts';
import { translator } from '#i18n/translator.ts';
import { withdrawalReason } from '#i18n/withdrawal-reason.ts';

export type Email = { subject: string; text: string; html: string };
/** What an e-mail is about. What people wrote themselves, `text`, stands in it as a paragraph of its own. */
export type About =
  | { withdrawal: { amountMicros: bigint; destination: string; state: WithdrawalState; reason: string | null } }
  | { transaction: { price: bigint; returned: bigint }; plan: { title: TextsByLanguage } }
  | { request: { id: number; text: string } }
  | { amount: string }
  /** The balance that a member left behind. */
  | { left: bigint }
  | { device: string }
  | { saved: { name: string; destination: string } }
  | { joined: string }
  | { inviter: string };
type Content = {
  kind: MailKind;
  language: Language;
  link: string;
  member: { username: string; name: string | null };
  about?: About | undefined;
};

/** One e-mail in one language, as plain text and as HTML with the same words. */
export function renderEmail({ productName }: { productName: string }, content: Content): Email {
  const t = translator(content.language);
  const key = textName(content.kind);
  const { username } = content.member;
  // An e-mail to an address that nobody has confirmed carries no word that its sender could choose freely.
  const name = (content.kind !== 'email-confirmation' && content.member.name) || username;
  const params = { product: productName, username, ...aboutWords(content) };
  const quote = content.about && 'request' in content.about ? content.about.request.text : '';
  const words = {
    subject: t(`mail:${key}.subject`, params),
    // Who is written to is forgotten by then.
    greeting: content.kind === 'account-closed' ? t('mail:greeting_unnamed') : t('mail:greeting', { name }),
    body: [t(`mail:${key}.body`, params), ...closureWords(content, params)].join(' '),
    quote,
    button: t(`mail:${key}.button`),
    note: [t(`mail:${key}.note`), ...(isWanted(content.kind) ? [t('mail:unwanted')] : [])].join(' '),
    footer: t(isOfSignUp(content.kind) ? 'mail:footer_no_account' : 'mail:footer', { product: productName }),
  };
  const { subject, greeting, body, button, note, footer } = words;
  return {
    subject,
    text: [greeting, body, ...(quote ? [quote] : []), `${button}\n${content.link}`, note, `--\n${footer}`].join('\n\n'),
    html: emailPage(words, { language: content.language, link: content.link, productName }),
  };
}

/** Whether its reader may do without it. */
function isWanted(kind: MailKind): boolean {
  return WANTED_EMAILS.some((wanted) => wanted === kind);
}

function aboutWords({ about, language }: Content): Record<string, string> {
  if (!about) return {};
  if ('joined' in about || 'inviter' in about) return about;
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

/** Where the balance of a closed account went. By then `username` is the name under which it is kept. */
function closureWords({ kind, language, about }: Content, params: Record<string, string>): string[] {
  if (kind !== 'account-closed' || !about) return [];
  return [translator(language)(`mail:account_closed.${'left' in about ? 'waived' : 'paid_out'}`, params)];
}

const QUOTE_STYLE = 'padding-left:16px;border-left:3px solid #e2ddd2;white-space:pre-wrap;overflow-wrap:anywhere';

/** An e-mail as HTML, of words that are escaped here. */
export function emailPage(
  { subject, greeting, body, quote, button, note, footer }: Record<string, string>,
  { language, link, productName }: { language: Language; link: string; productName: string },
): string {
  const p = (words = '', style = '') => `<p style="margin:0 0 16px;${style}">${escape(words)}</p>`;
  return `<!doctype html>
<html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f3ee;color:#191e32;font:16px/1.6 -apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fffefb;border:1px solid #e2ddd2;border-radius:16px">
<p style="margin:0 0 24px;font:20px Georgia,serif">${escape(productName)}</p>
${p(greeting)}
${p(body)}${quote && `\n${p(quote, QUOTE_STYLE)}`}
<p style="margin:24px 0"><a href="${escape(link)}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#3550c4;color:#ffffff;font-weight:600;text-decoration:none">${escape(button)}</a></p>
${p(note, 'color:#555c72;font-size:14px')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e2ddd2;color:#555c72;font-size:13px">${escape(footer)}</p>
</div></body></html>`;
}

function escape(words = ''): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return words.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
