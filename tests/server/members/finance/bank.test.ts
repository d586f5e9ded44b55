import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import type { Person } from '#server/operator/seed/cast.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { members } from '#server/db/schema/index.ts';
import { postTransfers } from '#server/ledger/index.ts';
import { everyday } from '../../../support/everyday.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';

const ACCOUNTS = Number(process.env['BANK_ACCOUNTS'] ?? everyday(100, 1_000));
/** The test runs until both are reached. */
const TRANSFERS = Number(process.env['BANK_TRANSFERS'] ?? 1_500);
const SECONDS = Number(process.env['BANK_SECONDS'] ?? everyday(0, 60));
const SEED = Number(process.env['SEED'] ?? 20_261_121);
const WRITERS = 50;
const READERS = 10;
const START = 100_000_000n;

const [root] = CAST;
const people: Person[] = Array.from({ length: ACCOUNTS }, (_, index) => ({
  ...root!,
  username: `saver-${index}`,
  inviter: index === 0 ? undefined : 'saver-0',
  registeredDaysAgo: 200 - index / 100,
}));
const { services } = await createTestServices({ people });
const ids = (await services.db.select({ id: members.id }).from(members)).map(({ id }) => id);

// Jepsen's bank test: https://jepsen.io/analyses (bank workload).
test(`${TRANSFERS} transfers and ${SECONDS} s by ${WRITERS} writers among ${ACCOUNTS} accounts: the sum stays, nobody falls below zero (seed ${SEED})`, async () => {
  await services.transaction((tx) =>
    postTransfers(
      tx,
      services,
      ids.map((memberId) => ({
        key: `start:${memberId}`,
        kind: 'accrual',
        memberId,
        details: {},
        legs: [
          { account: { kind: 'earnings' }, amountMicros: -START },
          { account: { kind: 'available', memberId }, amountMicros: START },
        ],
      })),
    ),
  );
  const random = seededRandom(SEED);
  const someone = () => ids[Math.floor(random() * ids.length)] ?? 0;
  let made = 0;
  const endMs = Date.now() + SECONDS * 1_000;
  const isOver = () => made >= TRANSFERS && Date.now() > endMs;
  let posted = 0;
  let short = 0;

  const write = async (writer: number) => {
    while (!isOver()) {
      made += 1;
      const number = made;
      const [from, to] = [someone(), someone()];
      if (from === to) continue;
      const amountMicros = BigInt(Math.floor(random() * 1.2 * Number(START)) + 1);
      const posting = await services.transaction((tx) =>
        postTransfers(tx, services, [
          {
            key: `${writer}:${number}`,
            kind: 'correction',
            memberId: from,
            details: {},
            legs: [
              { account: { kind: 'available', memberId: from }, amountMicros: -amountMicros },
              { account: { kind: 'available', memberId: to }, amountMicros },
            ],
          },
        ]),
      );
      if ('shortOf' in posting) short += 1;
      else posted += 1;
    }
  };
  const sums = new Set<string>();
  const read = async () => {
    while (!isOver()) {
      const { rows } = await services.db.execute<{ total: string; least: string }>(
        sql`select sum(balance) as total, min(balance) as least from ledger_accounts where kind = 'available'`,
      );
      sums.add(String(rows[0]?.total));
      expect(BigInt(rows[0]?.least ?? -1)).toBeGreaterThanOrEqual(0n);
    }
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...Array.from({ length: READERS }, read),
  ]);
  console.log(`${posted} transfers, ${short} refused`);
  expect([...sums]).toEqual([String(START * BigInt(ACCOUNTS))]);
  expect(posted).toBeGreaterThan(0);
  expect(short).toBeGreaterThan(0);
  expect(await brokenInvariants(services.db)).toEqual([]);
});
