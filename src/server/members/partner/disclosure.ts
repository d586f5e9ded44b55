import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getDisclosure, getDisclosureFacts } from '#contracts/disclosure.ts';
import { moneyText } from '#domain/money.ts';
import { addSeconds } from '#server/base/clock.ts';
import { errorFields } from '#server/base/log.ts';
import type { Services } from '#server/api/services.ts';
import { type CountedFigures, disclosureFigures } from '#server/db/schema/index.ts';
import { countMembers } from './count-members.ts';

const FRESH_SECONDS = 600;
/** Other pages show figures of this age at once, while newer ones are counted. */
const USABLE_SECONDS = 3_600;
/** Longest wait for newer figures; then the older ones are returned. */
const PATIENCE_MS = 1_000;
const COUNTING = 4_167_003;

type Counted = { at: Date; figures: CountedFigures };

export type Disclosed = {
  /** For the disclosure: waits a second for fresh figures, and for the first ones as long as it takes. */
  read(): Promise<Counted>;
  /** For other pages: they never wait long, and the first count may still be missing. */
  glance(): Promise<Counted | undefined>;
};

/** Counted every ten minutes by one process and stored for all, because counting everybody takes seconds. */
export function openDisclosure(services: Services): Disclosed {
  let latest: Counted | undefined;
  let renewal: Promise<Counted> | undefined;
  const isYounger = (counted: Counted | undefined, seconds: number): counted is Counted =>
    counted !== undefined && services.clock.now() < addSeconds(counted.at, seconds);
  const renew = async () => {
    try {
      latest = (await readStored(services)) ?? latest;
      if (!isYounger(latest, FRESH_SECONDS)) latest = (await count(services, latest !== undefined)) ?? latest;
      if (!latest) throw new Error('counting the members gave nothing');
      return latest;
    } finally {
      renewal = undefined;
    }
  };
  const renewed = () => (renewal ??= renew());
  const latestAfter = (ms: number) =>
    Promise.race([
      renewed().catch((error: unknown) => {
        services.log('error', 'disclosure', errorFields(error));
        return latest;
      }),
      delay(ms, undefined, { ref: false }).then(() => latest),
    ]);
  return {
    read: async () => {
      if (isYounger(latest, FRESH_SECONDS)) return latest;
      return (latest && (await latestAfter(PATIENCE_MS))) ?? renewed();
    },
    glance: async () => {
      latest ??= await readStored(services);
      if (isYounger(latest, FRESH_SECONDS)) return latest;
      const isUsable = isYounger(latest, USABLE_SECONDS);
      const next = latestAfter(PATIENCE_MS);
      return isUsable ? latest : next;
    },
  };
}

async function readStored({ db }: Pick<Services, 'db'>): Promise<Counted | undefined> {
  const [row] = await db.select().from(disclosureFigures);
  return row && { at: row.countedAt, figures: row.figures };
}

/** Undefined if another process is counting and `isOptional`. */
function count(services: Services, isOptional: boolean): Promise<Counted | undefined> {
  return services.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    // The medians of a million members take longer than a page may wait.
    await tx.execute(sql`set local statement_timeout = '60s'`);
    const { rows } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${COUNTING}) as free`);
    if (!rows[0]?.free && isOptional) return undefined;
    const counted = { at: services.clock.now(), figures: await countMembers(tx) };
    if (!rows[0]?.free) return counted;
    const row = { countedAt: counted.at, figures: counted.figures };
    await tx.insert(disclosureFigures).values(row).onConflictDoUpdate({ target: disclosureFigures.only, set: row });
    return counted;
  });
}

export function presentDisclosure({ at, figures }: Counted): OutputOf<typeof getDisclosure> {
  const { all, active, money } = figures;
  return { computed_at: at.toISOString(), members: { all, active }, money: money && presentMoney(money) };
}

function presentMoney({ earnedNothing, everWithdrew, quartiles }: NonNullable<CountedFigures['money']>) {
  const [lower = '', median = '', upper = ''] = quartiles.map((micros) => moneyText(BigInt(micros)));
  return { earned_nothing: earnedNothing, ever_withdrew: everWithdrew, quartiles: { lower, median, upper } };
}

export function presentFacts(counted: Counted | undefined): OutputOf<typeof getDisclosureFacts> {
  const { all, money = null } = counted?.figures ?? { all: 0 };
  if (!money) return { facts: null };
  const { earned_nothing, quartiles } = presentMoney(money);
  return { facts: { members: all, earned_nothing, median: quartiles.median } };
}
