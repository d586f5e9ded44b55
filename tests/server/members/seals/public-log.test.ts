import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getLogProof } from '#contracts/seals.ts';
import { addDays } from '#domain/days.ts';
import { checkLogProof } from '#domain/seal/check-log-proof.ts';
import { isoDay } from '#i18n/format.ts';
import { dailySeals, logEntries, logNodes } from '#server/db/schema/index.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { createApp } from '#server/http/calls/app.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { sealDays } from '#server/members/seals/index.ts';
import { newestSealKey } from '#server/members/seals/seal-keys.ts';
import { type State, verifySeals } from '#verify-seals';
import { apiOf, dataOf, newAddress } from '../../../support/app/api.ts';
import { openFrontOf } from '../../../support/app/handler.ts';
import { visit } from '../../../support/app/http.ts';
import { SESSION_SECRET } from '../../../support/app/services.ts';
import { connectPatiently } from '../../../support/db/patient.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { giveMoney } from '../../../support/people/money.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { completed } from '../../ledger/busy-ledger.ts';
import { openForger } from '../../ledger/forger.ts';

const DAY_SECONDS = 86_400;
const market = await openMarket();
const { services, api, app, clock, bearerOf, buy, databaseUrl } = market;
const { db } = services;
const today = () => isoDay(clock.now(), services.config.timeZone);
const seals = () => db.select().from(dailySeals).orderBy(dailySeals.day);
const entries = () => db.select().from(logEntries).orderBy(logEntries.index);
const kinds = async () => (await entries()).map(({ kind }) => kind);

async function nextDay(): Promise<void> {
  clock.advance(DAY_SECONDS);
  await sealDays(services);
}

/** The site for strangers; each request has an address of its own. */
function openSite(): Promise<number> {
  const transport = inProcess(app);
  return openFrontOf((request, connection) => transport(request, { ...connection, address: newAddress() }));
}

type Monitored = Pick<Awaited<ReturnType<typeof verifySeals>>, 'faults' | 'counts' | 'keys'> & { state: State };

/** A journalist’s monitor; `kept` is what it kept the day before. */
async function monitor(kept?: State): Promise<Monitored> {
  const site = `http://localhost:${await openSite()}`;
  const { faults, state, counts, keys } = await verifySeals(site, { kept: kept && { ...kept, site } });
  return { faults, state: state!, counts, keys };
}

async function payoutOf(username: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select w.id from withdrawals w join members m on m.id = w.member_id
    where w.state = 'completed' and m.username = ${username} order by completed_at`);
  return rows[0]!.id;
}

async function placeOf(username: string): Promise<string> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.id from places p join members m on m.id = p.member_id where m.username = ${username}`);
  return String(rows[0]!.id);
}

/** Result on a member’s device: a refusal, a fault or the openings. */
async function memberCheck(username: string, kind: 'payout' | 'seat', id: string): Promise<string | string[]> {
  const answer = await api.call(getLogProof, { kind, id }, { bearer: await bearerOf(username) });
  if (!answer.success) return answer.error.code;
  const { fault, openings } = await checkLogProof(answer.data, (await seals()).at(-1)!.note, { kind, id, username });
  return fault ?? openings;
}

/** A seal as the version before the public log made it. */
async function sealOfVersion1(day: string): Promise<void> {
  const key = newestSealKey(services);
  const { host } = new URL(services.config.publicOrigin);
  const root = Buffer.alloc(32, 7);
  const lines = [
    `${host}/daily-seal`,
    `day ${day}`,
    `root ${root.toString('hex')}`,
    'total 0',
    'leaves 2',
    'members 1',
  ];
  const madeAt = clock.now();
  const note = `${[...lines, 'previous none', `made ${madeAt.toISOString()}`, 'late no', 'version 1'].join('\n')}\n`;
  await db.insert(dailySeals).values({
    ...{ day, root, total: 0n, leaves: 2, members: 1, previous: null, madeAt, isLate: false, version: 1 },
    ...{ note, signature: key.sign(note), publicKey: key.publicKey },
  });
}

// A site that has paid and seated people for days, and has made seals of version 1.
for (const username of ['anna', 'ivan', 'priya']) await giveMoney(services, username, 900_000_000n);
await completed(services, 'anna', 40n);
await buy('anna', 'licenses-1');
clock.advance(3 * DAY_SECONDS);
await completed(services, 'ivan', 50n);
for (const username of ['ivan', 'priya', 'jonas']) await buy(username, 'licenses-1');
await sealOfVersion1(addDays(today(), -1));
await nextDay();
const [annas, ivans] = [await payoutOf('anna'), await payoutOf('ivan')];

test('the first log has the old seal, all payouts and placements of the past, and at its end its own seal', async () => {
  const { rows: events } = await db.execute(sql`select from place_events`);
  const seated = events.map(() => 'seat');
  expect(await kinds()).toEqual(['seal', 'payout', 'payout', ...seated, 'seal']);
  const { faults, counts } = await monitor();
  expect(faults).toEqual([]);
  expect(counts).toEqual({ payout: 2, seat: events.length, seal: 2 });
});

test('members check their payout and their placement, and nobody else’s', async () => {
  const [payout] = (await memberCheck('anna', 'payout', annas)) as string[];
  expect(payout).toContain(`payout ${annas}\nmember anna\namount 40000000\n`);
  expect(payout).toContain(`chain "chain-${annas}"\n`);
  const [seated] = (await memberCheck('ivan', 'seat', await placeOf('ivan'))) as string[];
  expect(seated).toContain(`plan licenses-1\nplace ${await placeOf('ivan')}\nevent seated\n`);
  expect(await memberCheck('anna', 'payout', ivans)).toBe('not_found');
  expect(await memberCheck('anna', 'seat', await placeOf('ivan'))).toBe('not_found');
  for (const id of ['1', 'x', '99999999999999999999']) {
    expect(await memberCheck('anna', 'payout', id)).toBe('not_found');
    expect(await memberCheck('anna', 'seat', id === '1' ? '0' : id)).toBe('not_found');
  }
});

test('an entry reveals no member, amount or place, and its proof none of another', async () => {
  for (const { kind, entry } of await entries()) {
    if (kind !== 'seal') expect(entry.toString()).toMatch(/^(payout|seat) [0-9a-f]{64}$/);
  }
  const wanted = { kind: 'payout', id: annas } as const;
  const answer = await api.call(getLogProof, wanted, { bearer: await bearerOf('anna') });
  const lent = answer.success ? answer.data : undefined;
  const { note } = (await seals()).at(-1)!;
  // Anna’s entry can’t be shown to Ivan, and not with another amount.
  expect((await checkLogProof(lent!, note, { kind: 'payout', id: ivans, username: 'ivan' })).fault).toBe('other_entry');
  expect((await checkLogProof(lent!, note, { ...wanted, username: 'ivan' })).fault).toBe('other_entry');
  const another = { ...wanted, username: 'anna', amountMicros: 50_000_000n };
  expect((await checkLogProof(lent!, note, another)).fault).toBe('other_entry');
  const [own] = lent!.entries;
  const more = { ...own!, opening: own!.opening.replace('amount 40', 'amount 50') };
  expect((await checkLogProof({ note, entries: [more] }, note, { ...wanted, username: 'anna' })).fault).toBe('root');
  expect((await checkLogProof({ note, entries: [] }, note, { ...wanted, username: 'anna' })).fault).toBe('other_entry');
});

test('two workers at once, a day without payouts and missed days add each entry once', async () => {
  const before = await kinds();
  clock.advance(DAY_SECONDS);
  await Promise.all([sealDays(services), sealDays(services)]);
  expect(await kinds()).toEqual([...before, 'seal']);
  clock.advance(DAY_SECONDS);
  await completed(services, 'priya', 30n);
  clock.advance(2 * DAY_SECONDS);
  await sealDays(services);
  // The payout is in the seal of its day, although all three were made at once.
  expect(await kinds()).toEqual([...before, 'seal', 'seal', 'payout', 'seal', 'seal']);
  expect((await monitor()).faults).toEqual([]);
});

test('a payout of today is in the log from the next seal on', async () => {
  await giveMoney(services, 'jonas', 900_000_000n);
  await completed(services, 'jonas', 25n);
  const id = await payoutOf('jonas');
  expect(await memberCheck('jonas', 'payout', id)).toBe('not_found');
  await nextDay();
  expect(await memberCheck('jonas', 'payout', id)).toHaveLength(1);
});

test('a placement that commits late and out of order is neither lost nor doubled', async () => {
  const other = connectPatiently(databaseUrl);
  const insert = (place: string) =>
    sql`insert into place_events (place_id, kind, at, details) values (${Number(place)}, 'transition', ${clock.now()}, '{"to":"1"}')`;
  const [ivanAt, annaAt] = [await placeOf('ivan'), await placeOf('anna')];
  const before = (await kinds()).length;
  await other.transaction(async (tx) => {
    await tx.execute(insert(ivanAt));
    await db.execute(insert(annaAt));
    clock.advance(DAY_SECONDS);
    await sealDays(services, { tries: 2, waitMs: 1 });
    expect(await kinds()).toHaveLength(before);
  });
  await sealDays(services);
  // By hand, for a day that was sealed already.
  await db.execute(sql`insert into place_events (place_id, kind, at, details)
    values (${Number(annaAt)}, 'transition', ${new Date(clock.now().getTime() - 3 * DAY_SECONDS * 1000)}, '{"to":"2"}')`);
  await other.close();
  await nextDay();
  expect((await kinds()).slice(before)).toEqual(['seat', 'seat', 'seal', 'seat', 'seal']);
  expect((await monitor()).faults).toEqual([]);
});

test('a job that is killed half-way leaves nothing in the log', async () => {
  const before = await entries();
  await completed(services, 'ivan', 20n);
  clock.advance(DAY_SECONDS);
  const dying: typeof services.transaction = (work) =>
    services.transaction(async (tx) => {
      const result = await work(tx);
      if ((await tx.$count(logEntries)) > before.length) throw new Error('killed');
      return result;
    });
  await expect(sealDays({ ...services, transaction: dying })).rejects.toThrow('killed');
  expect(await entries()).toEqual(before);
  await sealDays(services);
  expect((await kinds()).slice(before.length)).toEqual(['payout', 'seal']);
});

test('many placements of one day fill tiles, which strangers cache, at the addresses of the format', async () => {
  await db.execute(sql`
    insert into place_events (place_id, kind, at, details)
    select ${Number(await placeOf('anna'))}, 'transition', ${clock.now()}, '{}' from generate_series(1, 2500)`);
  await nextDay();
  expect(await db.$count(logNodes)).toBe(Math.floor((await kinds()).length / 256));
  expect((await monitor()).faults).toEqual([]);
  const port = await openSite();
  const full = await visit(port, '/seal/log/tile/0/000');
  expect(full.bytes).toHaveLength(256 * 32);
  expect(full.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  expect(full.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const width = (await kinds()).length % 256;
  const last = String(Math.floor((await kinds()).length / 256)).padStart(3, '0');
  const partial = await visit(port, `/seal/log/tile/entries/${last}.p/${width}`);
  expect(partial.status).toBe(200);
  expect(partial.headers['cache-control']).toBe('public, max-age=86400');
  expect((await visit(port, '/seal/log/tile/1/000.p/9')).bytes).toHaveLength(9 * 32);
  const { headers, text } = await visit(port, '/seal/log/checkpoint');
  expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  expect(text).toMatch(/^\S+\/seal\/log\n\d+\n\S{44}\n\n— \S+\/seal\/log \S+\n$/);
  const none = [
    '0/x000/000',
    '0/0',
    '0/000.p/256',
    '0/000.p/0',
    '64/000',
    '00/000',
    `entries/${last}`,
    '0/001/000',
    '..',
  ];
  for (const path of none) expect((await visit(port, `/seal/log/tile/${path}`)).status, path).toBe(404);
});

test('after a new pepper, earlier entries still open, and the log goes on with a new key', async () => {
  const inUse = [
    { version: 2, secret: 'the new pepper of the tests is long enough' },
    { version: 1, secret: SESSION_SECRET },
  ] as const;
  const rotated = { ...services, secrets: deriveSecrets([SESSION_SECRET], { inUse }) };
  await completed(services, 'anna', 21n);
  clock.advance(DAY_SECONDS);
  await sealDays(rotated);
  const asked = { kind: 'payout', id: annas } as const;
  const proof = dataOf(await apiOf(createApp(rotated)).call(getLogProof, asked, { bearer: await bearerOf('anna') }));
  expect(
    (await checkLogProof(proof, (await seals()).at(-1)!.note, { ...asked, username: 'anna' })).fault,
  ).toBeUndefined();
  const { faults, keys } = await monitor();
  expect([faults, keys.length]).toEqual([[], 2]);
});

test('the log is only added to', async () => {
  for (const words of ['update log_entries set kind = kind', 'delete from log_nodes', 'truncate log_entries']) {
    await expect(services.pool.query(words)).rejects.toThrow('a log is only added to');
  }
});

const COPIED = ['daily_seals', 'daily_seal_tiles', 'log_entries', 'log_nodes', 'withdrawals', 'place_events', 'places'];
const { forge } = await openForger(services);

/** Acts of an operator with all rights on the database and all keys, undone afterwards. */
async function dishonestly(statements: string[], look: () => Promise<void>): Promise<void> {
  await forge(...COPIED.map((table) => `create table copy_of_${table} as table ${table}`), ...statements);
  try {
    await look();
  } finally {
    await forge(
      ...COPIED.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} overriding system value select * from copy_of_${table}`,
        `drop table copy_of_${table}`,
      ]),
    );
  }
}

/** An entry with the hash that belongs to it. */
const writeEntry = (index: number, entry: string) =>
  `update log_entries set entry = ${entry}, hash = sha256('\\x00'::bytea || ${entry}) where index = ${index}`;

const indexOf = async (kind: string, source: string) =>
  (await entries()).find((entry) => entry.kind === kind && entry.source === source)!.index;

test('a payout that is changed later is noticed by the member, and by the monitor if its entry is, too', async () => {
  const index = await indexOf('payout', annas);
  const change = `update withdrawals set amount = amount + 1 where id = '${annas}'`;
  await dishonestly([change], async () => {
    expect(await memberCheck('anna', 'payout', annas)).toBe('not_in_seal');
    expect((await monitor()).faults).toEqual([]);
  });
  await dishonestly([change, writeEntry(index, `'payout ${'0'.repeat(64)}'::bytea`)], async () => {
    expect((await monitor()).faults[0]).toMatch(/^The log was changed before the seal of /);
  });
});

test('a payout that is removed from the log is noticed by the monitor', async () => {
  const index = await indexOf('payout', annas);
  const remove = `delete from log_entries where index = ${index}`;
  await dishonestly([remove], async () => {
    expect(await memberCheck('anna', 'payout', annas)).toBe('not_in_seal');
    expect((await monitor()).faults.join()).toContain('answers with status 404');
  });
  const far = 1_000_000;
  const closeUp = [
    `update log_entries set index = index + ${far} where index > ${index}`,
    `update log_entries set index = index - ${far + 1} where index >= ${far}`,
  ];
  await dishonestly([remove, ...closeUp], async () => {
    expect((await monitor()).faults.join('\n')).toMatch(/The seal of \S+ names \d+ entries of the log, and there are/);
  });
});

test('a seat that is moved is noticed by its member, and the order of placements by the monitor', async () => {
  const place = await placeOf('ivan');
  await dishonestly([`update places set seat = 99 where id = ${place}`], async () => {
    expect(await memberCheck('ivan', 'seat', place)).toBe('not_in_seal');
  });
  const move = `update place_events set details = details || '{"seat":"99"}' where place_id = ${place} and kind = 'seated'`;
  await dishonestly([move, `update places set seat = 99 where id = ${place}`], async () => {
    expect(await memberCheck('ivan', 'seat', place)).toBe('not_in_seal');
  });
  const all = await entries();
  const [one, other] = all.filter(({ kind }) => kind === 'seat');
  const swapped = [
    writeEntry(one!.index, `'${other!.entry.toString()}'::bytea`),
    writeEntry(other!.index, `'${one!.entry.toString()}'::bytea`),
  ];
  await dishonestly(swapped, async () => {
    expect((await monitor()).faults[0]).toMatch(/^The log was changed before the seal of /);
  });
});

test('a seal that is rewritten and signed again is noticed by what names it, and after it by the log', async () => {
  const all = await seals();
  const sealed = all.at(-2)!;
  const note = sealed.note.replace(/^total .*$/m, `total ${sealed.total + 1n}`);
  const signature = newestSealKey(services).sign(note).toString('hex');
  const rewrite = `update daily_seals set note = '${note}', total = total + 1, signature = '\\x${signature}'
    where day = '${sealed.day}'`;
  await dishonestly([rewrite], async () => {
    const { faults } = await monitor();
    expect(faults).toContain(
      `The seal of ${all.at(-1)!.day} doesn't name the seal before it: one was changed or removed.`,
    );
    expect(faults.join('\n')).toContain(`is another seal than the one of ${sealed.day} in the list`);
  });
  await dishonestly([`update daily_seals set total = 1 where day = '${sealed.day}'`], async () => {
    expect((await monitor()).faults).toContain(
      `The seal of ${sealed.day} shows another “total” than the one that is signed.`,
    );
  });
});

/** Forgets the newest seals and makes them again with the right keys, as if nothing had been there before. */
const forget = (day: string, size: number) => [
  `delete from daily_seals where day >= '${day}'`,
  `delete from daily_seal_tiles where day >= '${day}'`,
  `delete from log_entries where index >= ${size}`,
  `delete from log_nodes where (index + 1) * 256 ^ level > ${size}`,
];

test('a day and its log made again from changed rows fit together, but not with what a monitor has kept', async () => {
  const { state } = await monitor();
  const { day, logSize } = (await seals()).find(({ note }) => note.includes('version 2'))!;
  const change = `update withdrawals set chain_id = 'another' where id = '${annas}'`;
  await dishonestly([...forget(day, 0), change], async () => {
    await sealDays(services);
    // Not detectable without a copy: everything is as if it had been so from the beginning.
    expect((await monitor()).faults).toEqual([]);
    expect(await memberCheck('anna', 'payout', annas)).toHaveLength(1);
    const { faults } = await monitor(state);
    expect(faults).toContainEqual(expect.stringMatching(/^The log was rewritten: its first \d+ entries differ/));
    expect(faults).toContainEqual(expect.stringContaining(`The seal of ${state.day} was rewritten`));
  });
  expect(logSize).toBeGreaterThan(0);
});

test('a log that shrinks is noticed by what a monitor has kept', async () => {
  const { state } = await monitor();
  const newest = (await seals()).at(-1)!;
  await dishonestly(forget(newest.day, newest.logSize!), async () => {
    expect((await monitor()).faults).toEqual([]);
    const { faults } = await monitor(state);
    expect(faults).toContainEqual(expect.stringContaining(`The seal of ${newest.day}, seen at`));
    expect(faults).toContainEqual(expect.stringMatching(/^The log shrank: \d+ entries at/));
  });
  await nextDay();
  expect((await monitor(state)).faults).toEqual([]);
});

test('the command and the script say the same, keep a state, and end with 1 on a fault', async () => {
  const folder = await temporaryFolder('monitor');
  const file = join(folder, 'state.json');
  const site = `http://localhost:${await openSite()}`;
  const command = () => runCommand(services, ['verify-seals', site, '--state', file], 'olga');
  const script = async () => {
    const child = spawn(process.execPath, ['public/verify-seals.mjs', site, '--state', file]);
    const output = child.stdout.toArray();
    const [code] = (await once(child, 'exit')) as [number];
    return { code, words: Buffer.concat(await output).toString() };
  };
  const first = await command();
  expect(first).toMatchObject({ words: expect.stringMatching(/^Seals and log fit together\. Keep/) });
  expect(await script()).toMatchObject({ code: 0, words: expect.stringContaining('nothing was removed or rewritten') });
  const kept = readFileSync(file, 'utf8');
  const [row] = await db.select().from(logEntries).where(eq(logEntries.index, 3));
  await dishonestly([writeEntry(row!.index, `'seat ${'1'.repeat(64)}'::bytea`)], async () => {
    const { code, words } = await script();
    expect(code).toBe(1);
    expect(await command()).toMatchObject({ wrong: words.trim() });
    expect(readFileSync(file, 'utf8')).toBe(kept);
  });
  expect(await runCommand(services, ['verify-seals', 'atrium'], 'olga')).toHaveProperty('refused');
  const elsewhere = await runCommand(services, ['verify-seals', 'http://127.0.0.1:1', '--state', file], 'olga');
  expect(elsewhere).toMatchObject({ refused: expect.stringContaining('is of another site') });
  expect(await runCommand(services, ['verify-seals', 'http://127.0.0.1:1'], 'olga')).toMatchObject({
    wrong: expect.stringContaining("doesn't answer"),
  });
});
