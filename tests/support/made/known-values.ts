import type { Contract } from '#contracts/contract.ts';
import { DEMO_PASSWORD, DEMO_PIN } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { WALLET } from '../people/money.ts';
import { pngOf } from '../browser/pictures.ts';

/** By request field: response fields whose values fit it. */
const LEARNED_FROM: Record<string, readonly string[]> = {
  cursor: ['next'],
  seen: ['changed_at', 'answers'],
  ref: ['ref_code', 'username'],
  login: ['username', 'email'],
  plan: ['plan', 'id'],
  place: ['place', 'id'],
  node: ['id'],
  until: ['at', 'created_at'],
  before: ['at', 'marked_at'],
  refresh: ['refresh'],
  about: ['id'],
  search: ['username', 'slug', 'name'],
};

/** Plausible values per field, so that calls also get past validation. */
const PLAUSIBLE: Record<string, readonly unknown[]> = {
  username: Array.from({ length: 12 }, (_, index) => `made-up-${index}`),
  email: Array.from({ length: 12 }, (_, index) => `made-up-${index}@demo.example`),
  login: ['anna', 'ivan@demo.example', 'nobody'],
  password: [DEMO_PASSWORD, DEMO_PASSWORD, 'Wrong-1-password'],
  password_repeat: [DEMO_PASSWORD, DEMO_PASSWORD, 'Wrong-1-password'],
  old: [DEMO_PASSWORD],
  new: ['Green-5-horses'],
  new_repeat: ['Green-5-horses'],
  ref: ['anna', 'nobody'],
  agreed: ['18', '18', '17.1.2'],
  pin: [DEMO_PIN, DEMO_PIN, '0000', 'on', 'off'],
  pin_repeat: [DEMO_PIN],
  destination: [WALLET, 'QCHAIN00000000000000'],
  amount: ['10.00', '10.50', '101.00', '0', '-10', '1e3', '9999999999999', '10.0000001', '٢٠'],
  id: ['1', '0', '-1', '00000000-0000-4000-8000-000000000000', 'x'],
  ids: [[], ['1'], [1]],
  number: ['S-1', 'S-99999', '1'],
  slug: ['made-up', 'made-up-2', 'UPPER', 'a b'],
  platform: ['licenses', 'turbo', 'fast-money', 'dreamx', 'gold'],
  plan: ['licenses-1', 'turbo-1', 'dreamx-1', 'none'],
  price: ['100.00', '1.00'],
  place: ['1', '2'],
  node: ['1', '2'],
  from: ['2026-01-01', '2026-12-31'],
  to: ['2026-12-31', '2026-01-01'],
  limit: ['1', '5', '50', '0', '1000'],
  message: ['Where is my place?'],
  reason: ['as agreed', ' '],
  code: ['123456', '000 000'],
  seen: [0, ''],
  size: ['96', '256'],
  type: ['payment_request.changed', 'payout.changed'],
  data: [{ id: 'x' }, { id: '00000000-0000-4000-8000-000000000000' }],
  photo: [new File([new Uint8Array(pngOf(96, 96))], 'me.png'), new File(['no picture'], '../../me.png')],
  file: [
    new File(['username,amount,reason,source,document\nanna,1.00,bonus,,A-1\n'], 'earnings.csv'),
    new File(['username,amount\n"anna'], 'broken.csv'),
    '{"plans":[]}',
  ],
  lines: [
    [{ username: 'anna', amount: '1.00', reason: 'bonus', document: 'A-1' }],
    [{ username: 'nobody', amount: '-1', reason: '', document: '' }],
  ],
  labels: [{ bonus: { ru: 'Бонус' } }, {}, ''],
  batch: ['march', 'april', 'no such'],
  owner: ['anna'],
  values: [{ message: 'x', topic: 'other' }],
  contacts: [{ telegram: '@anna', phone: '', other: '' }],
  texts: [[{ language: 'ru', title: 'Окно', markdown: '**Завтра**' }]],
  webinar: [
    { starts_at: '2026-12-24T19:00', minutes: '60', speaker: 'A', join_url: 'https://a.example', recording_url: '' },
  ],
  career_status: ['director', 'none'],
  role: ['support', 'owner'],
};

export type Knowledge = {
  /** Remembers the values in a response of this call. */
  learn(contract: Contract, answer: unknown): void;
  valuesFor(contract: Contract): (name: string) => readonly unknown[];
};

const MOST_KEPT = 15;

/** Starts with known values and adds those of responses. Ids from a list go first into calls of the same area. */
export function openKnowledge(now: () => Date): Knowledge {
  const told = new Map<string, unknown[]>();
  const keep = (name: string, value: unknown) => {
    const had = told.get(name) ?? [];
    if (!had.includes(value)) told.set(name, [value, ...had].slice(0, MOST_KEPT));
  };
  const walk = (area: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'string' || typeof one === 'number') {
        keep(name, one);
        keep(`${area} ${name}`, one);
      } else walk(area, one);
    }
  };
  return {
    learn: (contract, answer) => walk(areaOf(contract), answer),
    valuesFor: (contract) => (name) => {
      const area = areaOf(contract);
      const names = [name, ...(LEARNED_FROM[name] ?? [])];
      const near = names.flatMap((one) => told.get(`${area} ${one}`) ?? []);
      const code = name === 'code' && contract.path.startsWith('/operator/') ? [totpCode(DEMO_TOTP_SECRET, now())] : [];
      const values = [
        ...code,
        ...near,
        ...near,
        ...(PLAUSIBLE[name] ?? []),
        ...names.flatMap((one) => told.get(one) ?? []),
      ];
      if (name !== 'ids') return values;
      return [...values, ...(told.get(`${area} id`) ?? []).map((id) => [id])];
    },
  };
}

/** The first four parts of the path: calls below `/api/finance/withdrawals/` share an area. */
function areaOf({ path }: Contract): string {
  return path.split('/').slice(0, 4).join('/');
}
