import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { isWantedEmail, WANTED_EMAILS } from '#domain/notices.ts';
import { formatMoney } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { emailPage } from '#server/mail/email-page.ts';
import { type About, renderEmail } from '#server/mail/render-email.ts';

const kinds = [
  'activation',
  'account-prepared',
  'already-registered',
  'reset',
  'password-changed',
  'pin-set',
  'pin-waits',
  'pin-closed',
  'pin-cleared',
  'withdrawal-requested',
  'withdrawal-completed',
  'withdrawal-returned',
  'place-opened',
  'place-full',
  'place-expired',
  'payment-returned',
  'purchase-withdrawn',
  'support-received',
  'support-answered',
  'email-confirmation',
  'email-changing',
  'email-changed',
  'new-device',
  'accrual-posted',
  'accrual-reversed',
  'first-line-joined',
  'data-ready',
  'announcement',
] as const;
const withdrawal = {
  amountMicros: 1_250_500_000n,
  destination: 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe',
  state: 'rejected',
  reason: 'a reason',
} as const;
const right = { statement: 'I withdraw from my contract for place L-00042.', at: new Date('2026-11-20T11:02:00Z') };
const bought = { transaction: { price: 1_250_500_000n, returned: 70_000_000n }, plan: { title: { ru: 'Портик' } } };
const request = { id: 42, text: 'Where is\nmy place?' };
const ofPlaces: readonly string[] = ['place-opened', 'place-full', 'place-expired', 'payment-returned'];
const ofNotices: Record<string, About> = {
  'purchase-withdrawn': { ...bought, right },
  activation: { inviter: 'ivan' },
  'new-device': { device: '' },
  'accrual-posted': { amount: '1250.50' },
  'accrual-reversed': { amount: '1250.50' },
  'first-line-joined': { joined: 'lena' },
  announcement: { announcement: { title: 'Works', text: 'On Friday\nat night.' }, href: '' },
};
const link = 'https://atrium.example/xx/auth/activate?token=a-b_c&x=1';
const choice = { off: 'https://atrium.example/xx/off?token=1', settings: 'https://atrium.example/xx/settings' };
const write = (
  kind: (typeof kinds)[number],
  language: (typeof LANGUAGES)[number]['segment'],
  name: string | null = 'Anna',
) =>
  renderEmail(
    { productName: 'Atrium', timeZone: 'Europe/Moscow' },
    {
      kind,
      language,
      link,
      member: { username: 'anna', name },
      choice: isWantedEmail(kind) ? choice : undefined,
      about:
        ofNotices[kind] ??
        (ofPlaces.includes(kind) ? bought : kind.startsWith('support-') ? { request } : { withdrawal }),
    },
  );

const readable = (html: string) =>
  html
    .replaceAll(/<(title|style)>.*?<\/\1>|<[^>]*>/gs, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe.each(LANGUAGES)('in $name', ({ segment, tag }) => {
  test.each(kinds)('the e-mail %s says everything twice, as text and as HTML', (kind) => {
    const { subject, text, html } = write(kind, segment);
    for (const part of [subject, text, html.replace(/<style>.*?<\/style>/s, '')])
      expect(part).not.toMatch(/\{\{|\}\}|undefined|null|mail:|_(subject|body)\b|\.(subject|body|button|note)\b/);
    expect(subject).toContain('Atrium');
    expect(subject.length).toBeLessThanOrEqual(50);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).toContain(`\n${link}\n`);
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(html).toContain(`<html lang="${tag}">`);
    for (const words of text.split('\n\n').filter((part) => !part.includes('https://') && !part.startsWith('--'))) {
      expect(readable(html)).toContain(words);
    }
  });
});

test.each(['withdrawal-requested', 'withdrawal-completed', 'withdrawal-returned'] as const)(
  'the e-mail %s names the amount as the pages write it, and where to',
  (kind) => {
    for (const { segment } of LANGUAGES) {
      const { subject, text } = write(kind, segment);
      expect(subject.replace('\u00A0USDT', ' USDT')).toContain(`${formatMoney('1250.50', segment)} USDT`);
      expect(text).toContain('TMW46N…oWqe');
    }
  },
);

test.each(['support-received', 'support-answered'] as const)(
  'the e-mail %s says which request and what was written',
  (kind) => {
    for (const { segment } of LANGUAGES) {
      const { subject, text } = write(kind, segment);
      expect(subject).toContain('S-00042');
      expect(text).toContain('\n\nWhere is\nmy place?\n\n');
    }
  },
);

test('no two languages share a subject, unless the operator wrote it', () => {
  for (const kind of kinds.filter((one) => one !== 'announcement')) {
    expect(new Set(LANGUAGES.map(({ segment }) => write(kind, segment).subject)).size).toBe(6);
  }
});

test('a name is written as its owner writes it, whatever signs it has', () => {
  for (const name of [
    '<b>Anna</b> & "Co"',
    "O'Neil",
    '{{link}}',
    '$t(mail:footer)',
    '"><script>alert(1)</script>',
    '<a href="https://evil.example">click</a>',
  ]) {
    const { text, html } = write('reset', 'en', name);
    expect(text).toContain(`Hi ${name},`);
    expect(readable(html)).toContain(`Hi ${name},`);
    expect(html).not.toMatch(/<script|<b>|href="https:\/\/evil/);
  }
});

test('somebody without a name is called by the username', () => {
  expect(write('activation', 'ru', null).text).toContain('anna');
});

test('nothing is loaded from anywhere when an e-mail is opened', () => {
  for (const { segment } of LANGUAGES) {
    for (const kind of kinds) {
      expect(write(kind, segment).html, kind).not.toMatch(/<(img|script|link|iframe|object)|url\(|@import/);
    }
  }
});

test.each(LANGUAGES)('e-mails that can be turned off say where, in $name, and no others', ({ segment }) => {
  const t = translator(segment);
  const saying = kinds.filter((kind) => {
    const { text, html } = write(kind, segment);
    const said = [`${t('mail:turn_off')}\n${choice.off}`, `${t('mail:settings')}\n${choice.settings}`];
    const linked = [choice.off, choice.settings].every((href) => html.includes(`href="${href}"`));
    expect(said.map((words) => text.includes(words))).toEqual([linked, linked]);
    return linked;
  });
  expect(saying.toSorted()).toEqual(WANTED_EMAILS.toSorted());
});

test('a reader of dark e-mails reads every word at 4.5 to 1, and of light ones too', () => {
  const words = { subject: 's', greeting: 'g', body: 'b', quote: 'q', button: 'x', note: 'n', footer: 'f' };
  const footerLinks = [{ words: 'off', href: 'https://atrium.example/off' }];
  const look = { language: 'en', link: 'https://atrium.example/', productName: 'Atrium', footerLinks } as const;
  const html = emailPage(words, look);
  expect(html).toMatch(/<meta name="color-scheme" content="light dark">/);
  expect(html).toMatch(/<meta name="supported-color-schemes" content="light dark">/);
  const [light = '', dark = ''] =
    /<style>(.*)<\/style>/s.exec(html)?.[1]?.split('@media (prefers-color-scheme:dark){') ?? [];
  for (const scheme of [light, dark]) {
    const colours = [...scheme.matchAll(/^(.+?)\{(.+)\}$/gm)].flatMap(([, names = '', rule = '']) =>
      [...rule.matchAll(/([\w-]+):(#\w{6})/g)].flatMap(([, property, colour]) =>
        names.split(',').map((name) => [`${name} ${property}`, colour ?? ''] as [string, string]),
      ),
    );
    const colourOf = (name: string) => new Map(colours).get(name) ?? '';
    const sheet = colourOf('.sheet background');
    for (const name of ['.page', '.note', '.footer', '.footer a', '.button']) {
      const ground = name === '.button' ? colourOf('.button background') : sheet;
      expect(contrast(colourOf(`${name} color`), ground), `${name} in ${scheme}`).toBeGreaterThan(4.5);
    }
  }
  expect(html.replace(/<style>.*<\/style>/s, '')).not.toMatch(/#[\da-f]{3,6}\b/i);
});

function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test('e-mails about money name the amount as the pages write it, and a device is never nothing', () => {
  for (const { segment } of LANGUAGES) {
    for (const kind of ['accrual-posted', 'accrual-reversed'] as const) {
      expect(write(kind, segment).subject.replace('\u00A0USDT', ' USDT')).toContain(
        `${formatMoney('1250.50', segment)} USDT`,
      );
    }
    expect(write('new-device', segment).text).toContain(translator(segment)('settings:sessions.unknown'));
  }
});
