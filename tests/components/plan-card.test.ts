import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { CARD_STATES } from '#domain/places.ts';
import { translator } from '#i18n/translator.ts';
import { PlanCard } from '#islands/places/plan-card.tsx';
import { Seat } from '#islands/places/seat.tsx';
import { gapsIn, now, place, planIn, htmlIn, transactionIn, wordsOf } from './made-up.ts';

const t = translator('en');
const property = {
  title: 'House by the sea',
  town: 'Batumi',
  text: 'Eight flats.',
  picture: '/services.webp',
  documents: [{ title: 'Land register', url: 'https://documents.example/1' }],
};
const closed = { closing: 'expired' as const, closed_at: place.opened_at };
const cards = [
  ...CARD_STATES.map((state) => ({ name: state, plan: planIn(state) })),
  {
    name: 'expired',
    plan: planIn('available', { place: { ...place, ...closed, expires_at: '2026-03-01T09:00:00Z' } }),
  },
  { name: 'without end', plan: planIn('bought', { expiry_days: null, place: { ...place, expires_at: null } }) },
  { name: 'real estate', plan: planIn('available', { property }) },
];
const drawings = LANGUAGES.flatMap(({ segment: language }) =>
  cards.map(({ name, plan }) => {
    const isAsked = plan.state === 'awaiting_payment' || plan.state === 'confirming';
    const unfinished = isAsked ? transactionIn('awaiting_payment') : null;
    const shared = { platform: 'licenses', isOffered: false, now, onOpen: () => {} } as const;
    const html = htmlIn(language, PlanCard, { ...shared, plan, unfinished });
    return { language, name, html };
  }),
);
const html = (name: string) => drawings.find((one) => one.language === 'en' && one.name === name)?.html ?? '';

test('no card lacks a text in any language', () => {
  const gaps = drawings.map((one) => [one.language, one.name, gapsIn(wordsOf(one.html))]);
  expect(gaps).toEqual(drawings.map(({ language, name }) => [language, name, []]));
});

describe('a card says', () => {
  test.each([
    ['bought', 'Already bought'],
    ['previous_required', 'A previous plan is required'],
    ['in_development', 'Not yet available, in development'],
    ['expired', 'Your place expired on 01.03.2026. You can buy it again.'],
    ['active', '265 days left'],
    ['without end', t('places:no_end')],
    ['closed', t('places:full')],
    ['available', 'Term 365 days'],
    ['real estate', 'House by the sea Batumi Eight flats.'],
  ])('%s: %s', (name, words) => expect(wordsOf(html(name))).toContain(words));

  test('its price and figures as every page writes money', () => {
    expect(wordsOf(html('available'))).toContain('1 250.50 USDT');
  });

  test('nothing of money while it is in development', () => {
    expect(wordsOf(html('in_development'))).not.toContain('USDT');
  });
});

test('each card leads where its state goes on', () => {
  const leadsTo = (name: string) => [...html(name).matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, href]) => href);
  expect(Object.fromEntries(cards.map(({ name }) => [name, leadsTo(name)]))).toEqual({
    available: ['/en/dashboard/licenses/plans/licenses-2'],
    previous_required: ['/en/dashboard/licenses#plan-1'],
    awaiting_payment: ['/en/dashboard/finance/transactions/a-transaction'],
    confirming: ['/en/dashboard/finance/transactions/a-transaction'],
    active: ['/en/dashboard/licenses/structure?place=42'],
    bought: ['/en/dashboard/licenses/structure?place=42'],
    closed: ['/en/dashboard/licenses/structure?place=42'],
    in_development: [],
    expired: ['/en/dashboard/licenses/plans/licenses-2'],
    'without end': ['/en/dashboard/licenses/structure?place=42'],
    'real estate': ['https://documents.example/1', '/en/dashboard/licenses/plans/licenses-2'],
  });
});

test('a free seat is shown and leads nowhere, a stranger appears by initials', () => {
  const stranger = {
    id: 7,
    number: 'L-00007',
    username: null,
    name: null,
    photo: null,
    initials: 'KA',
    career_status: null,
    is_mine: false,
    has_more: true,
  };
  const render = (somebody: typeof stranger | null, href?: string) => {
    const seat = { place: somebody && { ...somebody, is_former: false }, level: 2, above: 0 };
    return htmlIn('en', Seat, { seat, href, isStop: true, onStep: () => {} });
  };
  expect(wordsOf(render(null))).toBe(t('places:structure.free'));
  expect(render(null)).not.toMatch(/<(?:a|button)\b/);
  expect(render(stranger, '/node/7')).toContain('href="/node/7"');
  expect(wordsOf(render(stranger, '/node/7'))).toBe('KA KA L-00007');
  expect(render(stranger)).not.toContain('href');
});
