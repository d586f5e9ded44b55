import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { getDisclosure } from '#contracts/disclosure.ts';
import { getBoard, getStructure } from '#contracts/places.ts';
import { cancelTransaction } from '#contracts/transactions.ts';
import type { Language } from '#domain/languages.ts';
import type { Platform } from '#domain/places.ts';
import { plans as plansTable } from '#server/db/schema/index.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { dataOf, newAddress } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { giveMoney } from '../../../support/people/money.ts';

/** Each was invited by the one before, so their places form a chain. */
const CHAIN = Array.from({ length: 12 }, (_, index) => ({
  username: `p${index + 1}`,
  name: index === 0 ? 'Cher' : `Person ${index + 1}`,
  language: 'en' as const,
  inviter: index === 0 ? 'marie' : `p${index}`,
  careerStatus: 'none' as const,
  active: false,
  registeredDaysAgo: 50 - index,
}));

const market = await openMarket({ people: [...CAST, ...CHAIN] });
const { api, bearerOf, buy, clock, request, services } = market;

async function boardOf(username: string, platform: Platform, language: Language = 'en') {
  return dataOf(await api.call(getBoard, { platform }, { bearer: await bearerOf(username), language }));
}

async function statesOf(username: string, platform: Platform): Promise<string[]> {
  return (await boardOf(username, platform)).plans.map(({ state }) => state);
}

describe('a board', () => {
  test('says of every plan what it costs, gives and asks for, in its reader’s language', async () => {
    const { plans, places, unfinished } = await boardOf('priya', 'licenses', 'tamil');
    expect([places, unfinished]).toEqual([[], null]);
    expect(plans.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(plans[1]).toEqual({
      id: 'licenses-2',
      number: 2,
      title: 'ஏட்ரியம்',
      state: 'previous_required',
      price: '200.00',
      expiry_days: 365,
      closing: { amount: '320.00', means: expect.stringMatching(/^நிரம்பிய .*பணம் தராது\.$/) },
      transition: { amount: '120.00', means: expect.stringMatching(/^அடுத்த /) },
      record: null,
      seats: 7,
      previous: { id: 'licenses-1', number: 1, title: 'முகமண்டபம்' },
      place: null,
      property: null,
    });
    expect(plans[0]?.previous).toBeNull();
  });

  test('hides a figure without a sentence, and says the sentence in Russian where there is no other', async () => {
    const { db } = services;
    const ofPlan = eq(plansTable.id, 'licenses-6');
    const [before] = await db.select().from(plansTable).where(ofPlan);
    await db
      .update(plansTable)
      .set({ closingText: null, transitionText: { ru: 'Показатель.' } })
      .where(ofPlan);
    const { plans } = await boardOf('priya', 'licenses', 'tamil');
    expect(plans[5]).toMatchObject({ closing: null, transition: { amount: '1920.00', means: 'Показатель.' } });
    await db.update(plansTable).set(before!).where(ofPlan);
  });

  test('says what came of each plan: full places of all that were opened, and the middle result of their members', async () => {
    const recordOf = async () => (await boardOf('root', 'fast-money')).plans.map(({ record }) => record);
    const recount = async () => {
      clock.advance(600);
      await api.call(getDisclosure, {}, { address: newAddress() });
    };
    await recount();
    expect(await recordOf()).toEqual([null, null]);
    // Of three places below each other the first is full; one of the three earned more than the price.
    for (const username of ['root', 'anna', 'ivan']) await buy(username, 'fast-money-1');
    expect(await recordOf()).toEqual([null, null]);
    await recount();
    expect(await recordOf()).toEqual([{ places: 3, completed: 0, median: '-20.00' }, null]);
    await giveMoney(services, 'anna', 50_000_000n);
    await giveMoney(services, 'ivan', 5_500_000n);
    for (const username of ['priya', 'jonas', 'marie', 'p1']) await buy(username, 'fast-money-1');
    await recount();
    const { rows } = await services.db.execute<{ full: number }>(sql`
      select count(*)::integer as full from places where plan_id = 'fast-money-1' and closing = 'full'`);
    expect(rows[0]?.full).toBeGreaterThan(0);
    expect(await recordOf()).toEqual([{ places: 7, completed: rows[0]?.full, median: '-20.00' }, null]);
    for (const username of ['root', 'priya', 'p1']) await giveMoney(services, username, 15_000_000n);
    await recount();
    expect((await recordOf())[0]?.median).toBe('-5.00');
  });

  test('shows the house that a share of Dream X is of', async () => {
    const { plans } = await boardOf('marie', 'dreamx', 'fr');
    expect(plans[0]?.property).toEqual({
      title: 'Maison en bord de mer',
      town: 'Batoumi, Géorgie',
      text: expect.stringMatching(/^Une part d’une maison/),
      picture: '/demo/house-by-the-sea.svg',
      documents: [],
    });
  });

  test('opens one plan after the other, and none that is not on sale', async () => {
    expect(await statesOf('jonas', 'turbo')).toEqual(['available', 'previous_required', 'previous_required']);
    const { id } = await request('jonas', 'turbo-1');
    expect(await statesOf('jonas', 'turbo')).toEqual(['awaiting_payment', 'previous_required', 'previous_required']);
    expect((await boardOf('jonas', 'licenses')).plans[0]?.state).toBe('available');
    dataOf(await api.call(cancelTransaction, { id }, { bearer: await bearerOf('jonas'), uid: randomUUID() }));
    expect((await statesOf('jonas', 'turbo'))[0]).toBe('available');
    await buy('jonas', 'turbo-1');
    expect(await statesOf('jonas', 'turbo')).toEqual(['active', 'available', 'previous_required']);
    expect((await statesOf('jonas', 'licenses')).at(-1)).toBe('in_development');
  });

  test('holds my places, the newest first, and nobody else’s', async () => {
    await buy('marie', 'turbo-1');
    await buy('marie', 'turbo-2');
    const { plans, places } = await boardOf('marie', 'turbo');
    expect(places.map(({ plan }) => plan)).toEqual(['turbo-2', 'turbo-1']);
    expect(places[1]).toEqual({
      id: plans[0]?.place?.id,
      number: `T-${String(places[1]?.id).padStart(5, '0')}`,
      plan: 'turbo-1',
      opened_at: clock.now().toISOString(),
      expires_at: new Date(clock.now().getTime() + 90 * 86_400_000).toISOString(),
      closed_at: null,
      closing: null,
      filled: 1,
    });
    expect((await boardOf('ivan', 'turbo')).places).toEqual([]);
    expect((await boardOf('marie', 'licenses')).places).toEqual([]);
  });
});

describe('a structure', () => {
  const ids = new Map<string, number>();
  beforeAll(async () => {
    // Anna's people fill her seats first. Priya and Marie sit below Ivan but are not in the team below Ivan.
    for (const username of ['anna', 'ivan', 'jonas', 'priya', 'marie', ...CHAIN.map((one) => one.username)]) {
      ids.set(username, (await buy(username, 'licenses-1')).place?.id ?? 0);
    }
  });

  const show = async (username: string, node?: string) =>
    dataOf(
      await api.call(getStructure, { platform: 'licenses', ...(node && { node: String(ids.get(node)) }) } as never, {
        bearer: await bearerOf(username),
      }),
    );

  test('names strangers by the first letters of their names, as their own script counts them', async () => {
    const { seats } = await show('ivan');
    expect(seats.slice(1, 3).map((seat) => seat.place?.initials)).toEqual(['பிரா', 'MD']);
    expect(seats.slice(1, 3).map((seat) => seat.place?.name)).toEqual([null, null]);
    expect(seats.flatMap(({ place }) => (place ? [place.initials] : [])).slice(3)).toEqual(['C']);
  });

  test('is gone into far down by its beginning and its end', async () => {
    const { path, skipped, seats } = await show('anna', 'p11');
    const whole = ['anna', 'ivan', 'marie', ...CHAIN.slice(0, 11).map(({ username }) => username)];
    const idsOf = (usernames: string[]) => usernames.map((username) => ids.get(username));
    expect(skipped).toBe(whole.length - 10);
    expect(path.map(({ id }) => id)).toEqual(idsOf(['anna', ...whole.slice(-9)]));
    expect(path.at(-1)?.number).toBe(`L-${String(ids.get('p11')).padStart(5, '0')}`);
    expect(seats.map(({ place }) => place?.username)).toEqual(['p11', 'p12', undefined, undefined, undefined]);
    expect(seats.map(({ place }) => place?.has_more)).toEqual([true, false, undefined, undefined, undefined]);
  });

  test('a short way is shown whole', async () => {
    const { path, skipped } = await show('anna', 'p6');
    expect([path.length, skipped]).toEqual([9, 0]);
  });
});
