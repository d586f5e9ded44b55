import { describe, expect, test } from 'vitest';
import { listAudit, writeAudit } from '#server/audit/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { createTestServices } from '../../support/app/services.ts';

type AuditFilter = Parameters<typeof listAudit>[1];

const { services, clock } = await createTestServices();
const began = clock.now();
const day = (days: number) => new Date(began.getTime() + days * 86_400_000);

async function write(actor: string, action: string, subject: string, reason: string): Promise<void> {
  clock.advance(86_400);
  await services.transaction((tx) =>
    writeAudit(tx, services, { actor, action, subject, reason, address: '203.0.113.7' }),
  );
}

await write('staff:1', 'members block', 'member:anna.k', 'asked for it by e-mail');
await write('staff:2', 'withdrawals approve', 'withdrawal:8f3a12bc-0000-4000-8000-12e4567890ab', 'Знакомый кошелёк');
await write('operator:olga', 'withdrawals reject', 'withdrawal:11111111-0000-4000-8000-000000000000', 'unknown wallet');
await write('staff:1', 'support answer', 'support:S-00042', 'a question on her wallets; \u001B[2J100% sure');
await write('staff:1', 'members block', 'member:ivan', 'a'.repeat(3000));

async function numbers(filter: Partial<AuditFilter>): Promise<number[]> {
  return (await listAudit(services.db, { limit: 10, ...filter })).rows.map(({ number }) => number);
}

describe('the audit log is listed, the newest first,', () => {
  test.each<[string, Partial<AuditFilter>, number[]]>([
    ['whole', {}, [5, 4, 3, 2, 1]],
    ['by actor', { actor: 'staff:1' }, [5, 4, 1]],
    ['by action', { action: 'members block' }, [5, 1]],
    ['by subject', { subject: 'support:S-00042' }, [4]],
    ['by time, from a moment on and up to another', { from: day(2), to: day(4) }, [3, 2]],
    ['by several at once', { actor: 'staff:1', action: 'members block', to: day(5) }, [1]],
    ['by a word of the reason', { search: 'wallet' }, [4, 3]],
    ['by several words in any order', { search: 'wallet unknown' }, [3]],
    ['by the beginning of a word, in any case', { search: 'кош знак' }, [2]],
    ['by the name of a member', { search: 'anna.k' }, [1]],
    ['by a subject as it stands', { search: 'withdrawal:8f3a12bc-0000-4000-8000-12e4567890ab' }, [2]],
    ['by the beginning of an id', { search: '8f3a12' }, [2]],
    ['by the number of a request', { search: 'S-00042' }, [4]],
    ['by who it was', { search: 'olga' }, [3]],
    ['by what was done', { search: 'withdrawals reject' }, [3]],
    ['by what nobody wrote', { search: 'zebra' }, []],
    ['by signs alone', { search: "% _ ' & | ! :* <-> \\" }, []],
    ['by nothing', { search: '' }, []],
  ])('%s', async (_, filter, found) => {
    expect(await numbers(filter)).toEqual(found);
  });

  test('a page at a time, also within a filter', async () => {
    const pages = async (filter: Partial<AuditFilter>) => {
      const found: number[][] = [];
      for (let before: number | undefined | null; before !== null;) {
        const page = await listAudit(services.db, { limit: 2, ...filter, before });
        found.push(page.rows.map(({ number }) => number));
        before = page.next;
      }
      return found;
    };
    expect(await pages({})).toEqual([[5, 4], [3, 2], [1]]);
    expect(await pages({ actor: 'staff:1' })).toEqual([[5, 4], [1]]);
    expect(await pages({ search: 'staff' })).toEqual([
      [5, 4],
      [2, 1],
    ]);
    expect(await pages({ to: day(5) })).toEqual([
      [4, 3],
      [2, 1],
    ]);
    expect(await numbers({ before: 99 })).toEqual([]);
  });
});

test('a common word that none of the newest has is found part by part, each entry once', async () => {
  const { services: old } = await createTestServices();
  await old.pool.query(`
    insert into audit_log (number, actor, action, subject, reason, address, at)
      select n, 'operator:olga', 'a', '', case when n <= 6000 then 'often asked' else 'checked' end, '',
        timestamptz '2026-01-01Z' + n * interval '1 minute'
      from generate_series(1, 60000) n`);
  const found: number[] = [];
  let pages = 0;
  for (let before: number | undefined | null; before !== null; pages += 1) {
    const page = await listAudit(old.db, { search: 'oft', limit: 1_000, before });
    found.push(...page.rows.map(({ number }) => number));
    before = page.next;
  }
  expect(found).toEqual(Array.from({ length: 6_000 }, (_, index) => 6_000 - index));
  expect(pages).toBeLessThan(12);
  const [first] = (await listAudit(old.db, { search: 'oft', limit: 1 })).rows;
  expect(first).toBeUndefined();
  const words = await runCommand(old, ['log', 'list', '--search', 'oft', '--limit', '1'], 'olga');
  expect(words).toMatchObject({ data: { items: [{ number: 6_000 }] } });
  const rare = await listAudit(old.db, { search: 'oft', limit: 2, before: 4 });
  expect(rare.rows.map(({ number }) => number)).toEqual([3, 2]);
});

describe('log list', () => {
  const order = (...words: string[]) => runCommand(services, ['log', 'list', ...words], 'olga');

  test('shows who did what, to what, why, when and from where', async () => {
    expect(await order('--search', 'olga')).toEqual({
      words: expect.stringMatching(
        /^ {7}3 .* operator:olga +withdrawals reject +withdrawal:11111111\S+ from 203\.0\.113\.7\n {4}unknown wallet$/,
      ),
      data: {
        items: [
          {
            ...{ number: 3, actor: 'operator:olga', action: 'withdrawals reject', reason: 'unknown wallet' },
            ...{ subject: 'withdrawal:11111111-0000-4000-8000-000000000000', before: null, after: null },
            ...{ address: '203.0.113.7', at: day(3).toISOString(), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
          },
        ],
        next: null,
      },
    });
  });

  test('goes on where a page ended', async () => {
    expect(await order('--limit', '2')).toMatchObject({ words: expect.stringMatching(/\nMore: --after 4$/) });
    expect(await order('--limit', '2', '--after', '4')).toMatchObject({
      data: { items: [{ number: 3 }, { number: 2 }] },
    });
    expect(await order('--after', 'x')).toEqual({ refused: '“x” is not the number of an entry.' });
    expect(await order('--search', 'zebra')).toMatchObject({ words: 'No such entries.' });
  });

  test('lets nobody who gave a reason steer the terminal', async () => {
    expect(await order('--search', 'question')).toMatchObject({ words: expect.stringContaining('\uFFFD[2J100% sure') });
  });
});
