import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { activate, confirmReset, requestReset } from '#contracts/auth.ts';
import { listTeam } from '#contracts/team.ts';
import { members, referrals, signUps } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { teamTotals } from '#server/members/team/totals.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { isLong } from '../../../support/everyday.ts';
import { newGuest } from '../../../support/people/guests.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { startWholeApp } from '../../../support/app/whole-app.ts';
import { disagreements } from '../../members/team/naive.ts';

const opened = await createTestServices();
const { services, app, databaseUrl } = opened;
const { db } = services;
const api = apiOf(app);
const folder = mkdtempSync(join(tmpdir(), 'atrium-import-'));
afterwards(() => rmSync(folder, { recursive: true }));

const HEADER = 'username,email,name,inviter,registered_at,status';

function fileOf(lines: string[], header = HEADER): string {
  const file = join(folder, 'members.csv');
  writeFileSync(file, [header, ...lines, ''].join('\n'));
  return file;
}

const order = (...argv: string[]) => runCommand(services, argv, 'olga');
const importLines = (lines: string[], header?: string, ...more: string[]) =>
  order('members', 'import', fileOf(lines, header), '--why', 'moved here', ...more);
const member = async (username: string) => (await db.select().from(members).where(eq(members.username, username)))[0];

/** Members whose depth differs from that of their inviter plus one. */
async function wrongDepths(): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select m.username from members m left join members up on up.id = m.inviter_id
    where m.depth <> coalesce(up.depth + 1, 0)`);
  return rows;
}

describe('a file', () => {
  test('becomes a tree below the members there are, whatever the order of its lines, and existing teams count it', async () => {
    const anna = await member('anna');
    const before = await teamTotals(services, anna!.id);
    const done = await importLines([
      'uma,Uma@Demo.example,Uma Rao,Tom,2019-03-02 23:30:00+00,director',
      'tom,tom@demo.example,"Tom, ""T""",ivan,2018-05-01,',
      'top2,top2@demo.example,,,2017-01-01T10:00:00.123456Z,platinum_manager',
      'vera,vera@demo.example,Vera,uma,2016-01-01,none',
    ]);
    expect(done).toMatchObject({
      words:
        '4 members imported, 1 of them at the top of a tree.\n2 members registered before their inviter; that is kept as written.',
      data: { rows: 4, added: 4, known: 0, differing: 0, tops: 1, before_inviter: 2 },
    });
    const [tom, uma, vera] = [await member('tom'), await member('uma'), await member('vera')];
    expect(tom).toMatchObject({ name: 'Tom, "T"', registeredOn: '2018-05-01', inviterId: (await member('ivan'))?.id });
    expect(tom?.registeredAt.toISOString()).toBe('2018-04-30T21:00:00.000Z');
    expect(uma).toMatchObject({ email: 'uma@demo.example', registeredOn: '2019-03-03', careerStatus: 'director' });
    expect(vera).toMatchObject({ inviterId: uma?.id, active: false, blockedAt: null });
    expect(vera!.id).toBeLessThan(tom!.id);
    expect(await db.select().from(referrals).where(eq(referrals.memberId, vera!.id))).toMatchObject([
      { inviterId: uma?.id, refCode: uma?.refCode, via: 'import' },
    ]);
    expect((await teamTotals(services, anna!.id)).whole_team).toBe(before.whole_team + 3);
    expect([await disagreements(db), await wrongDepths()]).toEqual([[], []]);
    const [logged] = await auditLogOf(services);
    expect(logged).toMatchObject({ actor: 'operator:olga', action: 'members import', reason: 'moved here' });
  });

  test('imported again changes nothing and says so; a longer one adds only what is new', async () => {
    const lines = ['ann2,ann2@demo.example,Ann,anna,2020-01-01,', 'bob2,bob2@demo.example,Bob,ann2,2020-01-02,'];
    expect(await importLines(lines)).toMatchObject({ data: { added: 2 } });
    await db.update(members).set({ name: 'Annika', email: 'annika@demo.example' }).where(eq(members.username, 'ann2'));
    const log = await auditLogOf(services);
    expect(await importLines(lines)).toMatchObject({
      words: 'All 2 lines are members already. Nothing was imported.',
      data: { added: 0, known: 2, differing: 1 },
      unchanged: true,
    });
    expect(await auditLogOf(services)).toEqual(log);
    expect(await importLines([...lines, 'cyd2,cyd2@demo.example,,bob2,2020-01-03,'])).toMatchObject({
      words: expect.stringContaining('2 lines are members already and stay as they are, 1 with another name or e-mail'),
      data: { added: 1, known: 2 },
    });
    expect(await member('ann2')).toMatchObject({ name: 'Annika', email: 'annika@demo.example' });
    expect(await disagreements(db)).toEqual([]);
  });

  test('may be tried first, and may name languages and who is blocked', async () => {
    const lines = ['blo,blo@demo.example,,anna,2020-01-01,,de,blocked'];
    const header = `${HEADER},language,state`;
    expect(await importLines(lines, header, '--dry-run')).toMatchObject({
      words: expect.stringContaining('1 member to import. Nothing was imported now'),
      unchanged: true,
    });
    expect(await member('blo')).toBeUndefined();
    expect(await importLines(lines, header)).toMatchObject({ data: { added: 1 } });
    expect(await member('blo')).toMatchObject({ language: 'de', blockedAt: expect.any(Date) });
  });

  test('with anything wrong is refused whole, each line named', async () => {
    const guest = await newGuest(api, opened);
    const before = await db.$count(members);
    const refused = await importLines([
      'ok-one,ok1@demo.example,,anna,2020-01-01,',
      'totals,t@demo.example,,anna,2020-01-01,',
      'x,x@demo.example,,anna,2020-01-01,',
      'petra,petra,,anna,2020-01-01,',
      'pavel,pavel@demo.example,,nobody,2020-01-01,',
      'paul,paul@demo.example,,anna,2020-02-30,',
      'pia,pia@demo.example,,anna,2999-01-01,emperor',
      'OK-ONE,OK1@demo.example,,anna,2020-01-01,',
      'ivan,other@demo.example,,anna,2020-01-01,',
      'penny,marie@demo.example,,anna,2020-01-01,',
      `${guest.username},peer@demo.example,,anna,2020-01-01,`,
      'self,self@demo.example,,self,2020-01-01,',
      'loop-a,la@demo.example,,loop-b,2020-01-01,',
      'loop-b,lb@demo.example,,loop-a,2020-01-01,',
      'below,below@demo.example,,loop-a,2020-01-01,',
    ]);
    const { refused: words } = refused as { refused: string };
    expect(words.split('\n')).toEqual([
      'Nothing was imported: 15 faults in the file.',
      expect.stringMatching(/^Line 3, username: .*taken/),
      expect.stringMatching(/^Line 4, username: /),
      expect.stringMatching(/^Line 5, email: /),
      'Line 6, inviter: Nobody is called “nobody”, neither here nor in the file.',
      expect.stringMatching(/^Line 7, registered_at: Write a day like/),
      expect.stringMatching(/^Line 8, status: Choose one of: none, /),
      'Line 8, registered_at: It lies in the future.',
      'Line 9, username: The same as in line 2.',
      'Line 9, email: The same as in line 2.',
      'Line 10, username: There is a member of this name, with another inviter or time of registration.',
      'Line 11, email: It belongs to the member marie.',
      'Line 12, username: Somebody is signing up by this name.',
      ...[13, 14, 15].map((line) => `Line ${line}, inviter: The line of inviters comes back to this member.`),
    ]);
    expect(await db.$count(members)).toBe(before);
  });

  test('with very much wrong is told in a page', async () => {
    const refused = await importLines(Array.from({ length: 300 }, (_, n) => `bad ${n},x${n},,anna,2020-01-01,`));
    const { refused: words } = refused as { refused: string };
    expect(words.split('\n')).toHaveLength(102);
    expect(words).toMatch(/^Nothing was imported: 600 faults in the file\.\n.*\n… and 500 more\.$/s);
  });

  test.each([
    ['has a line too short', ['a,b'], HEADER, /Line 2 has 2 fields instead of 6/],
    ['lacks columns', [], 'username,email', /It must name username, email, name, /],
    ['has a column too many', [], `${HEADER},password`, /It must name username, /],
    ['never closes a quote', ['"abc,x,,,2020-01-01,'], HEADER, /Line 2: unexpected quote/],
    ['has a quote in a word', ['ab"c,x,,,2020-01-01,'], HEADER, /Line 2: unexpected quote/],
    ['has an endless line', [`"${'x'.repeat(20_000)}`], HEADER, /Line 2 is too long/],
  ])('that %s is refused in a sentence', async (_, lines, header, sentence) => {
    expect(await importLines(lines, header)).toEqual({ refused: expect.stringMatching(sentence) });
  });

  test('that is no text, or not there, is refused too', async () => {
    const file = join(folder, 'latin.csv');
    writeFileSync(file, Buffer.from(`${HEADER}\nj\xf8rg,j@demo.example,,anna,2020-01-01,\n`, 'latin1'));
    expect(await order('members', 'import', file, '--why', 'x')).toEqual({ refused: expect.stringMatching(/UTF-8/) });
    expect(await order('members', 'import', `${file}x`, '--why', 'x')).toEqual({
      refused: expect.stringMatching(/can’t be read \(ENOENT\)/),
    });
    expect(await order('members', 'import', '--why', 'x')).toEqual({ refused: expect.stringMatching(/Name a file/) });
    expect(await order('members', 'import', file)).toEqual({ refused: expect.stringMatching(/--why/) });
  });
});

test('an imported member sets a password by “Forgot password”, signs in and sees their team', async () => {
  await importLines(['kim,kim@demo.example,Kim,ivan,2021-06-01,', 'lee,lee@demo.example,Lee,kim,2021-07-01,']);
  await expect(api.signIn('kim', 'Kim-7-swans')).rejects.toThrow('wrong_credentials');
  expect(await emailsTo(opened, 'kim@demo.example')).toEqual([]);
  const asked = { email: 'kim@demo.example', bot_check: await api.answer() };
  dataOf(await api.call(requestReset, asked, { address: newAddress() }));
  const token = tokenIn((await emailsTo(opened, 'kim@demo.example')).at(-1));
  const password = 'Kim-7-swans';
  dataOf(await api.call(confirmReset, { token, password, password_repeat: password }, { address: newAddress() }));
  const { access } = await api.signIn('kim', password);
  expect(dataOf(await api.call(listTeam, {}, { bearer: access }))).toMatchObject({ items: [{ username: 'lee' }] });
});

test('who was signing up with the e-mail of an imported member is that member, and the link is void', async () => {
  const guest = await newGuest(api, opened);
  expect(await importLines([`imported-1,${guest.email},,anna,2021-06-01,`])).toMatchObject({ data: { added: 1 } });
  expect(await db.$count(signUps, eq(signUps.email, guest.email))).toBe(0);
  const used = await api.call(activate, { token: guest.token }, { address: newAddress() });
  expect(refusalOf(used)).toBe('activation_link_invalid');
  expect(await member(guest.username)).toBeUndefined();
});

describe('a large file', () => {
  const LARGE = 10_500;
  const lines = Array.from({ length: LARGE }, (_, n) => {
    const inviter = n === 0 ? 'ivan' : `many${Math.floor(n / 3)}`;
    return `many${n},many${n}@demo.example,Many ${n},${inviter},2022-01-${n < LARGE / 2 ? '07' : '21'},`;
  });
  const operator = async () =>
    startWholeApp({ DATABASE_URL: databaseUrl, SESSION_SECRET }, [
      ...['dist/app/operator.mjs', 'members', 'import', fileOf(lines), '--why', 'a large one'],
    ]);
  const indexes = async () =>
    (await db.execute(sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`)).rows;
  const triggers = async () =>
    (await db.execute(sql`select tgname, tgenabled from pg_trigger where tgrelid = 'members'::regclass order by 1`))
      .rows;
  const importers = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into referrals%'`;

  test.runIf(isLong)(
    'whose import is killed half-way has changed nothing; then it comes in whole',
    { timeout: 180_000 },
    async () => {
      const before = { count: await db.$count(members), indexes: await indexes(), triggers: await triggers() };
      const client = new pg.Client(databaseUrl);
      await client.connect();
      await client.query('begin');
      await client.query('lock table referrals in access exclusive mode');
      const killed = await operator();
      await expect.poll(async () => (await db.execute(importers)).rows, { timeout: 30_000 }).toHaveLength(1);
      killed.process.kill('SIGKILL');
      await killed.ended;
      await client.query('rollback');
      await client.end();
      await expect.poll(async () => (await db.execute(importers)).rows, { timeout: 30_000 }).toEqual([]);
      // Waits for the end of the killed import's transaction.
      expect(await importLines(['moe,moe@demo.example,,anna,2020-01-01,'])).toMatchObject({ data: { added: 1 } });
      expect(await db.$count(members)).toBe(before.count + 1);
      expect([await indexes(), await triggers()]).toEqual([before.indexes, before.triggers]);

      const done = await operator();
      expect([await done.ended, done.said()]).toEqual([
        0,
        expect.stringContaining(`${LARGE} members imported, 0 of them at the top of a tree.`),
      ]);
      expect([await indexes(), await triggers()]).toEqual([before.indexes, before.triggers]);
      expect([await disagreements(db), await wrongDepths()]).toEqual([[], []]);
      const { rows } = await db.execute(sql`select count(distinct ref_code)::int as codes from members`);
      expect(rows).toEqual([{ codes: before.count + 1 + LARGE }]);

      const again = await operator();
      expect([await again.ended, again.said()]).toEqual([
        0,
        `All ${LARGE} lines are members already. Nothing was imported.\n`,
      ]);
    },
  );
});
