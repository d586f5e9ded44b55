import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { connect } from '#server/db/connect.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { clearMove, type Move, readMove, writeMove } from '#server/db/move-mark.ts';
import type { Seal } from '#server/ledger/seal-ledger.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import type { Services } from '#server/api/services.ts';
import { type Counts, countRows, differences, listSequences, listTables, readLevel } from './contents.ts';
import { copyOut, fillTables } from './copy-tables.ts';
import { refuseUnused, refuseUsed } from './database-state.ts';
import { type OnShare, shareOf } from './make-backup.ts';
import { BackupRefusal, explainError } from './refusal.ts';
import { holdAlone, prepareTables } from './restore-backup.ts';
import { placeOf, withSession } from './session.ts';

type Order = Pick<Services, 'clock' | 'secrets'> & { from: string; to: string; onShare?: OnShare };

export type MoveResult = { from: string; to: string; counts: Counts; lastSeal: Seal | undefined; wasBegun: boolean };

/** The source stays authoritative until both ledgers are verified. Repeatable after a crash. Throws BackupRefusal. */
export async function moveDatabase(order: Order): Promise<MoveResult> {
  try {
    return await withSession(order.from, (source) =>
      withSession(order.to, async (target) => {
        await holdAlone(source);
        await holdAlone(target);
        const startedMove = await readMove(source);
        return startedMove ? finishMove(order, source, target, startedMove) : startMove(order, source, target);
      }),
    );
  } catch (error) {
    throw explainError(error);
  }
}

export async function cancelMove(databaseUrl: string): Promise<{ place: string; movedTo: string } | undefined> {
  try {
    return await withSession(databaseUrl, async (client) => {
      const move = await readMove(client);
      if (move?.role !== 'moved') return undefined;
      await clearMove(client);
      return { place: placeOf(client), movedTo: move.place };
    });
  } catch (error) {
    throw explainError(error);
  }
}

async function startMove(order: Order, source: pg.Client, target: pg.Client): Promise<MoveResult> {
  await refuseUnused(source);
  const origin = await readOrigin(source);
  await prepareTarget(target, origin);
  const level = await refuseOldLevel(source);
  const before = await verify(order, order.from, placeOf(source));
  await prepareTables(target, order.to, level);

  const tables = await listTables(source);
  await source.query('begin isolation level repeatable read');
  // Lock before the first query, which takes the snapshot: it then has all rows, and no writer is left.
  await source.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`);
  const counts = await countRows(source, tables);
  const move = { id: randomUUID(), origin, at: order.clock.now() };
  await fillTables(
    target,
    {
      tables: copyOut(source, tables),
      sequences: () => listSequences(source),
      counts,
      onTable: shareOf(counts, order.onShare ?? (() => {})),
      onStranger(name) {
        throw new BackupRefusal(
          `The table ${name} is none of Atrium’s; take it elsewhere yourself, drop it and move again.`,
        );
      },
    },
    () => writeMove(target, { ...move, role: 'arriving', place: placeOf(source) }),
  );
  const after = await verify(order, order.to, placeOf(target));
  if (before?.hash.toString('hex') !== after?.hash.toString('hex')) {
    throw new BackupRefusal(`The last seals of the two ledgers differ; ${placeOf(source)} stays the truth.`);
  }
  await writeMove(source, { ...move, role: 'moved', place: placeOf(target) });
  await source.query('commit');
  await clearMove(target);
  return { from: placeOf(source), to: placeOf(target), counts, lastSeal: after, wasBegun: false };
}

/** The source is marked as moved, but the command was killed before it cleared the mark of the copy. */
async function finishMove(order: Order, source: pg.Client, target: pg.Client, startedMove: Move): Promise<MoveResult> {
  const targetMove = await readMove(target);
  if (startedMove.role !== 'moved' || targetMove?.id !== startedMove.id) {
    throw new BackupRefusal(
      startedMove.role === 'moved'
        ? `${placeOf(source)} was moved to ${startedMove.place} before; use that one.`
        : `${placeOf(source)} is an unfinished copy of ${startedMove.place}; run the move from there once more.`,
    );
  }
  const tables = await listTables(source);
  const counts = await countRows(source, tables);
  const differing = differences(counts, await countRows(target, tables));
  if (differing.length > 0) throw new BackupRefusal(`The copy is not as it was left: ${differing.join('; ')}.`);
  const lastSeal = await verify(order, order.to, placeOf(target));
  await clearMove(target);
  return { from: placeOf(source), to: placeOf(target), counts, lastSeal, wasBegun: true };
}

/** An unfinished copy from the same source is overwritten; any other target must be unused. */
async function prepareTarget(target: pg.Client, origin: string): Promise<void> {
  const unfinishedMove = await readMove(target);
  if (unfinishedMove?.role === 'arriving' && unfinishedMove.origin === origin) return;
  await refuseUsed(target, 'move to a database that is empty');
}

async function readOrigin(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ origin: string }>(
    `select system_identifier || '/' || oid as origin from pg_control_system(), pg_database
      where datname = current_database()`,
  );
  return rows[0]?.origin ?? '';
}

async function refuseOldLevel(source: pg.Client) {
  const level = await readLevel(source);
  const last = readMigrations().at(-1);
  if (level.when === last?.madeAt) return level;
  throw new BackupRefusal(
    `${placeOf(source)} is at migration ${level.tag ?? 'of another version'} and this Atrium at ${last?.tag}; move with the version that last ran there, or start this one there first.`,
  );
}

async function verify(
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  databaseUrl: string,
  place: string,
): Promise<Seal | undefined> {
  const database = connect(databaseUrl, 2, { statement: 0 });
  try {
    const { findings, lastSeal } = await verifyLedger({ ...database, clock, secrets });
    if (findings.length === 0) return lastSeal;
    throw new BackupRefusal(`The ledger of ${place} is not intact: ${findings[0]?.words} Run “ledger verify” there.`);
  } finally {
    await database.close();
  }
}
