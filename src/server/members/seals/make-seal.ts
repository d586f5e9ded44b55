import { addDays, type Day } from '#domain/days.ts';
import { noteText, SEAL_VERSION } from '#domain/seal/note.ts';
import type { SumNode } from '#domain/seal/sum-tree.ts';
import { makeTiles, type Tile } from '#domain/seal/tiles.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { dailySeals, dailySealTiles, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { type LeafStore, openLeafStore } from './leaf-store.ts';
import { appendToLog } from './log/append-to-log.ts';
import { entryOfSeal } from './log/entries.ts';
import { signCheckpoint } from './log/sign-checkpoint.ts';
import { leavesOfMember, sha256 } from './member-leaves.ts';
import { readHolders, readOwed, readSince } from './read-balances.ts';
import { newestSealKey, type SealKey } from './seal-keys.ts';

export type SealServices = Pick<Services, 'db' | 'transaction' | 'clock' | 'secrets' | 'log'> & {
  config: Pick<Services['config'], 'timeZone' | 'publicOrigin'>;
};
type SealRow = typeof dailySeals.$inferSelect;
type Sealing = { day: Day; midnight: Date; previous: SealRow | undefined };

const MEMBERS_AT_ONCE = 2_000;
const ENTRIES_AT_ONCE = 10_000;
const TILES_AT_ONCE = 64;

/** On one snapshot. Throws if members’ balances aren’t what the platform owes. */
export async function makeSeal(tx: Db, services: SealServices, { day, midnight, previous }: Sealing): Promise<void> {
  const { clock, config, log } = services;
  const key = newestSealKey(services);
  const { store, memberCount, owedMicros } = await collectLeaves(tx, key, { day, midnight });
  const totalMicros = store.totalMicros();
  if (totalMicros !== owedMicros) {
    throw new Error(`The balances of ${day} come to ${totalMicros}, but the platform owes ${owedMicros}.`);
  }
  const root = await storeTiles(tx, day, store);
  if (root.sum !== totalMicros) throw new Error(`The tree of ${day} comes to ${root.sum}, not to ${totalMicros}.`);
  const madeAt = clock.now();
  const publicLog = await appendToLog(tx, { key, midnight, at: madeAt });
  const head = await publicLog.head();
  const facts = {
    ...{ day, madeAt, totalMicros, leaves: store.count(), members: memberCount },
    root: Buffer.from(root.hash).toString('hex'),
    ...{ logSize: head.size, logRoot: head.root.toString('hex') },
    previous: previous ? sha256(Buffer.from(previous.note)).toString('hex') : null,
    isLate: isoDay(madeAt, config.timeZone) > addDays(day, 1),
  };
  const { host } = new URL(config.publicOrigin);
  const note = noteText(host, facts);
  const signed = { note, signature: key.sign(note), publicKey: key.publicKey };
  await publicLog.add({ kind: 'seal', source: day, entry: entryOfSeal(signed) });
  await tx.insert(dailySeals).values({
    ...{ day, madeAt, ...signed, isLate: facts.isLate, version: SEAL_VERSION },
    ...{ total: totalMicros, leaves: facts.leaves, members: memberCount },
    root: Buffer.from(root.hash),
    previous: facts.previous ? Buffer.from(facts.previous, 'hex') : null,
    ...{ logSize: head.size, logRoot: head.root },
    checkpoint: signCheckpoint(key, host, await publicLog.head()),
  });
  log('info', 'day sealed', { day, root: facts.root, totalMicros: String(totalMicros), members: memberCount });
}

async function collectLeaves(tx: Db, key: SealKey, { day, midnight }: { day: Day; midnight: Date }) {
  const since = await readSince(tx, midnight, ENTRIES_AT_ONCE);
  const owedMicros = await readOwed(tx, since);
  const store = openLeafStore(2 * (await tx.$count(members)));
  for await (const holders of readHolders(tx, { midnight, since }, MEMBERS_AT_ONCE)) {
    for (const holder of holders) {
      for (const leaf of leavesOfMember(key, day, holder).leaves) store.add(leaf);
    }
  }
  return { store, memberCount: store.count() / 2, owedMicros };
}

async function storeTiles(tx: Db, day: Day, store: LeafStore): Promise<SumNode> {
  const tiles = makeTiles(sha256, store.sorted());
  let batch: Tile[] = [];
  for (;;) {
    const step = tiles.next();
    if (!step.done) batch.push(step.value);
    if (batch.length > 0 && (step.done || batch.length === TILES_AT_ONCE)) {
      await tx.insert(dailySealTiles).values(batch.map((tile) => rowOf(day, tile)));
      batch = [];
    }
    if (step.done) return step.value;
  }
}

function rowOf(day: Day, { level, number, firstHash, nodes }: Tile): typeof dailySealTiles.$inferInsert {
  return { day, level, number, firstHash: Buffer.from(firstHash), nodes: Buffer.from(nodes) };
}
