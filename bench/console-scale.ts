import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import * as accruals from '#contracts/console/accruals.ts';
import { listApprovals } from '#contracts/console/approvals.ts';
import { listLog } from '#contracts/console/log.ts';
import { listMails } from '#contracts/console/mails.ts';
import * as members from '#contracts/console/members.ts';
import { getNodeHealth, getOverview } from '#contracts/console/overview.ts';
import * as plans from '#contracts/console/plans.ts';
import * as posts from '#contracts/console/posts.ts';
import * as reports from '#contracts/console/reports.ts';
import { getStaffSession, signInStaff } from '#contracts/console/session.ts';
import { listStaff } from '#contracts/console/staff.ts';
import * as support from '#contracts/console/support.ts';
import * as transactions from '#contracts/console/transactions.ts';
import * as withdrawals from '#contracts/console/withdrawals.ts';
import { getWork, listWork } from '#contracts/console/work.ts';
import type { Contract, InputOf } from '#contracts/contract.ts';
import { supportNumber } from '#domain/support.ts';
import { keepTotals } from '#server/ledger/index.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET, seedStaff } from '#server/operator/seed/staff.ts';
import { apiOf, dataOf } from '../tests/support/app/api.ts';
import { type BenchServices, openBenchServer } from './bench-server.ts';
import { fillConsole } from './fill-console.ts';

/**
 * What each list, record and report of the operator's console costs on a platform of 1,000 and of 1,000,000 members,
 * by its own calls. `node bench/console-scale.ts --kept /tmp/console --fill` keeps what it fills and goes on where it
 * was stopped; `--only members` measures the calls of that name; `--save` writes bench/results/console.md.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,1000000' },
    runs: { type: 'string', default: '9' },
    kept: { type: 'string' },
    fill: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    save: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const runs = Number(values.runs);
const LIMIT_MS = 200;
const FAR_PAGES = 20;

type Console = {
  size: number;
  ask: <C extends Contract>(contract: C, input: InputOf<C>) => Promise<unknown>;
  bench: BenchServices;
};
type Page = { items: Record<string, unknown>[]; next: string | null };

const server = await openBenchServer({ kept: values.kept });
try {
  const consoles: Console[] = [];
  for (const size of sizes) consoles.push(await openConsole(size));
  if (!values.fill) await measureAll(consoles);
} finally {
  await server.close();
}

async function openConsole(size: number): Promise<Console> {
  const bench = await server.createServices(`console_${size}`);
  const { services, app, url } = bench;
  await fillConsole(url, size);
  await keepTotals(services);
  const { rows } = await services.pool.query('select from staff limit 1');
  if (rows.length === 0) await services.transaction((tx) => seedStaff(tx, services));
  await services.pool.query('update staff set totp_step = null; delete from rate_limits');
  const api = apiOf(app);
  const code = totpCode(DEMO_TOTP_SECRET, services.clock.now());
  const typed = { email: 'oscar@demo.example', password: DEMO_PASSWORD, code, bot_check: await api.answer() };
  const { token } = dataOf(await api.call(signInStaff, typed));
  const ask: Console['ask'] = async (contract, input) => {
    const result = await api.call(contract, input, { bearer: token });
    if (!result.success) console.error(`${contract.path} ${JSON.stringify(input)} at ${size}`);
    return dataOf(result);
  };
  return { size, bench, ask };
}

type Figure = { median: number; worst: number };

async function measureAll(consoles: readonly Console[]): Promise<void> {
  const table: Record<string, Record<string, string>> = {};
  const slow: string[] = [];
  const all = await Promise.all(consoles.map(callsOf));
  for (const name of Object.keys(all[0] ?? {})) {
    if (!name.startsWith(values.only)) continue;
    table[name] = {};
    for (const [place, { size }] of consoles.entries()) {
      const figure = await measure(all[place]![name]!);
      table[name][size.toLocaleString('en')] = `${figure.median.toFixed(1)} / ${figure.worst.toFixed(1)}`;
      if (figure.worst > LIMIT_MS) slow.push(`${name} at ${size}: ${figure.worst.toFixed(0)} ms`);
    }
  }
  console.log(`median / worst of ${runs} runs each, milliseconds`);
  console.table(table);
  console.log(slow.length > 0 ? `over ${LIMIT_MS} ms:\n${slow.join('\n')}` : `nothing over ${LIMIT_MS} ms`);
  if (values.save) await writeFile('bench/results/console.md', asMarkdown(table, consoles));
}

/** The first run of each finds what the others before it have left in memory, and counts. */
async function measure(run: () => Promise<unknown>): Promise<Figure> {
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
}

async function callsOf({ ask, size, bench }: Console): Promise<Record<string, () => Promise<unknown>>> {
  const calls: Record<string, () => Promise<unknown>> = {};
  const add = <C extends Contract>(name: string, contract: C, input: InputOf<C>) => {
    calls[name] = () => ask(contract, input);
  };
  /** The first page of a list, and one many pages later. */
  const list = async <C extends Contract>(name: string, contract: C, input: InputOf<C>) => {
    add(name, contract, input);
    let page: Page = { items: [], next: null };
    let cursor: string | undefined;
    for (let count = 0; count < FAR_PAGES; count += 1) {
      page = (await ask(contract, { ...input, limit: 200, ...(cursor && { cursor }) })) as Page;
      if (page.next === null) return page;
      cursor = page.next;
    }
    add(`${name}, far page`, contract, { ...input, cursor });
    return page;
  };
  const { rows } = await bench.services.pool.query<Record<string, string>>(`select
    (select username from members where id = 1000 + ${Math.floor(size / 2)}) as username,
    (select id::text from withdrawals where hold_id = ${Math.floor(size / 4)}) as withdrawal,
    (select destination from withdrawals where hold_id = ${Math.floor(size / 4) + 1}) as destination,
    (select chain_id from withdrawals where chain_id is not null limit 1) as chain,
    (select id::text from transactions where member_id = 1000 + ${Math.floor(size / 2)}) as transaction,
    (select id from plans order by id limit 1) as plan,
    (select slug from posts where id = md5('post' || ${Math.floor(size / 2)})::uuid) as slug,
    (select id::text from accrual_drafts where fault_count > 0) as draft,
    (select id::text from staff_work where started_by = 2 order by started_at desc limit 1) as work`);
  const known = rows[0]!;
  const nobody = 'zzzzqqqq';

  for (const sort of ['username', '-username', 'registered_at', '-registered_at'] as const) {
    await list(`members by ${sort}`, members.listConsoleMembers, { sort });
    for (const state of ['open', 'blocked', 'closed', 'waiting'] as const) {
      await list(`members ${state} by ${sort}`, members.listConsoleMembers, { sort, state });
    }
  }
  const searches = {
    'one letter': 'a',
    'two letters': 'iv',
    'a common word': 'anna',
    'a common word in Cyrillic': 'иван',
    'a whole name': 'Анна Кузнецов',
    'a username': known['username'],
    'an e-mail': `${known['username']}@`,
    'a code': 'R77',
    'an id of a withdrawal': known['withdrawal'],
    'an id of a transaction': known['transaction'],
    'a payment': 'pay-77',
    'a name of the chain': known['chain'],
    nothing: nobody,
    'nothing, of common parts': 'anna.kuznetsovx',
  };
  for (const [what, search] of Object.entries(searches)) {
    add(`members searched for ${what}`, members.listConsoleMembers, { search });
    add(`members blocked, searched for ${what}`, members.listConsoleMembers, {
      search,
      state: 'blocked',
      sort: '-registered_at',
    });
    add(`members waiting, searched for ${what}`, members.listConsoleMembers, { search, state: 'waiting' });
  }
  add('members, one of them', members.getConsoleMember, { username: known['username']! });
  add('members, the top of the tree', members.getConsoleMember, { username: 'root' });

  for (const sort of ['requested_at', '-requested_at', 'amount', '-amount'] as const) {
    await list(`withdrawals by ${sort}`, withdrawals.listConsoleWithdrawals, { sort });
    for (const state of ['requested', 'completed', 'failed'] as const) {
      await list(`withdrawals ${state} by ${sort}`, withdrawals.listConsoleWithdrawals, { sort, state });
    }
  }
  const payouts = {
    'an id': known['withdrawal'],
    'a username': known['username'],
    'a common beginning of a username': 'anna',
    'one letter': 'a',
    'a destination': known['destination'],
    'a common destination': 'Texchange',
    'the beginning of all destinations': 'T',
    'a name of the chain': known['chain'],
    nothing: nobody,
  };
  for (const [what, search] of Object.entries(payouts)) {
    for (const sort of ['requested_at', '-amount'] as const) {
      add(`withdrawals searched for ${what} by ${sort}`, withdrawals.listConsoleWithdrawals, { search, sort });
      add(`withdrawals failed, searched for ${what} by ${sort}`, withdrawals.listConsoleWithdrawals, {
        search,
        sort,
        state: 'failed',
      });
    }
  }
  add('withdrawals, one of them', withdrawals.getConsoleWithdrawal, { id: known['withdrawal']! });

  for (const sort of ['created_at', '-created_at', 'price', '-price'] as const) {
    await list(`transactions by ${sort}`, transactions.listConsoleTransactions, { sort });
    for (const state of ['active', 'confirming', 'paid_late'] as const) {
      await list(`transactions ${state} by ${sort}`, transactions.listConsoleTransactions, { sort, state });
    }
    for (const mark of transactions.TRANSACTION_MARKS) {
      await list(`transactions ${mark} by ${sort}`, transactions.listConsoleTransactions, { sort, mark });
      add(`transactions ${mark}, cancelled, by ${sort}`, transactions.listConsoleTransactions, {
        sort,
        mark,
        state: 'cancelled',
      });
    }
    const bought = {
      'an id': known['transaction'],
      'a plan': known['plan'],
      'a username': known['username'],
      'a common beginning': 'anna',
      nothing: nobody,
    };
    for (const [what, search] of Object.entries(bought)) {
      add(`transactions searched for ${what} by ${sort}`, transactions.listConsoleTransactions, { search, sort });
      add(`transactions confirming, searched for ${what} by ${sort}`, transactions.listConsoleTransactions, {
        search,
        sort,
        state: 'confirming',
      });
      add(`transactions over, searched for ${what} by ${sort}`, transactions.listConsoleTransactions, {
        search,
        sort,
        mark: 'over',
      });
    }
  }
  add('transactions, one of them', transactions.getConsoleTransaction, { id: known['transaction']! });

  for (const sort of ['created_at', '-created_at'] as const) {
    for (const state of ['open', 'answered', 'closed', 'all'] as const) {
      await list(`support ${state} by ${sort}`, support.listConsoleSupport, { sort, state });
      for (const assigned of ['me', 'nobody'] as const) {
        add(`support ${state}, of ${assigned}, by ${sort}`, support.listConsoleSupport, { sort, state, assigned });
        add(`support ${state}, a rare topic of ${assigned}, by ${sort}`, support.listConsoleSupport, {
          sort,
          state,
          assigned,
          topic: 'team',
        });
      }
      add(`support ${state}, a rare topic by ${sort}`, support.listConsoleSupport, { sort, state, topic: 'team' });
      add(`support ${state}, a common topic by ${sort}`, support.listConsoleSupport, { sort, state, topic: 'finance' });
    }
  }
  add('support, one request', support.getConsoleSupport, { number: supportNumber(Math.floor(size / 10)) });
  add('support, saved answers', support.listSavedAnswers, {});

  for (const sort of ['at', '-at'] as const) {
    for (const state of ['waiting', 'failed', 'sent'] as const)
      await list(`mails ${state} by ${sort}`, listMails, { sort, state });
  }

  await list('posts', posts.listConsolePosts, {});
  for (const sort of ['published_at', '-published_at', 'slug', '-slug'] as const) {
    for (const state of posts.POST_FILTERS) {
      await list(`posts ${state} by ${sort}`, posts.listConsolePosts, { sort, state });
      add(`posts ${state}, webinars by ${sort}`, posts.listConsolePosts, { sort, state, kind: 'webinar' });
    }
    for (const kind of ['news', 'webinar'] as const)
      await list(`posts ${kind} by ${sort}`, posts.listConsolePosts, { sort, kind });
    const written = { 'a slug': known['slug'], 'a common beginning': 'product', nothing: nobody };
    for (const [what, search] of Object.entries(written)) {
      add(`posts searched for ${what} by ${sort}`, posts.listConsolePosts, { sort, search });
      add(`posts webinars searched for ${what} by ${sort}`, posts.listConsolePosts, { sort, search, kind: 'webinar' });
      add(`posts withdrawn, searched for ${what} by ${sort}`, posts.listConsolePosts, {
        sort,
        search,
        state: 'withdrawn',
      });
    }
  }
  add('posts, one of them', posts.getConsolePost, { slug: known['slug']! });

  await list('log', listLog, {});
  await list('log of a day', listLog, { from: '2024-06-01', to: '2024-06-01' });
  await list('log of a year', listLog, { from: '2024-01-01', to: '2024-12-31' });
  const said = {
    'a common word of all': 'checked',
    'a common word of the past': 'often',
    'two common words of the past': 'often letter',
    'a rare word': 'unmistakable',
    'a beginning': 'unm',
    'one letter': 'o',
    'a number': '7',
    'a common and a rare word': 'often unmistakable',
    'two common words never together': 'often number',
    'a username': 'anna',
    nothing: nobody,
  };
  for (const [what, search] of Object.entries(said)) {
    await list(`log searched for ${what}`, listLog, { search });
    add(`log of a day, searched for ${what}`, listLog, { search, from: '2024-06-01', to: '2024-06-01' });
    add(`log of a rare action, searched for ${what}`, listLog, { search, action: 'plans apply' });
    add(`log of a common action, searched for ${what}`, listLog, { search, action: 'members block' });
  }
  await list('log of a rare action', listLog, { action: 'plans apply' });
  await list('log of a common action', listLog, { action: 'members block' });
  await list('log of a subject', listLog, { subject: 'member:anna.9' });
  await list('log of an action and a subject', listLog, { action: 'members block', subject: 'member:anna.9' });
  await list('log of a rare action and a year', listLog, {
    action: 'plans apply',
    from: '2024-01-01',
    to: '2024-12-31',
  });

  for (const state of ['waiting', 'approved', 'declined'] as const)
    await list(`approvals ${state}`, listApprovals, { state });
  await list('accruals, batches', accruals.listAccrualBatches, {});
  await list('accruals, drafts', accruals.listAccrualDrafts, {});
  await list('accruals, faults of a draft', accruals.listDraftFaults, { id: known['draft']! });
  add('accruals, one draft', accruals.getAccrualDraft, { id: known['draft']! });
  add('accruals, one batch', accruals.getAccrualBatch, { batch: 'batch-7' });
  add('work, my latest', listWork, {});
  add('work, one of it', getWork, { id: known['work']! });
  add('plans', plans.listConsolePlans, {});
  add('plans, the draft', plans.getPlanDraft, {});
  add('staff', listStaff, {});
  add('staff, my session', getStaffSession, {});
  add('overview', getOverview, {});
  add('overview, the node', getNodeHealth, {});
  add('reports, balances', reports.getBalances, {});
  add('reports, money of thirty days', reports.getMoneyByDay, {});
  add('reports, money of a year', reports.getMoneyByDay, { from: '2024-01-01', to: '2024-12-31' });
  add('reports, reconciliation of payments', reports.getReconciliation, {
    kind: 'payments',
    from: '2024-06-01',
    to: '2024-06-30',
  });
  add('reports, reconciliation of payouts', reports.getReconciliation, {
    kind: 'payouts',
    from: '2024-06-01',
    to: '2024-06-30',
  });
  return calls;
}

function asMarkdown(table: Record<string, Record<string, string>>, consoles: readonly Console[]): string {
  const [cpu] = cpus();
  const heads = consoles.map(({ size }) => size.toLocaleString('en'));
  const lines = Object.entries(table).map(
    ([name, row]) => `| ${name} | ${heads.map((head) => row[head] ?? '').join(' | ')} |`,
  );
  const date = new Date().toISOString().slice(0, 10);
  return `# Operator’s console

Date: ${date}. Command: \`node bench/console-scale.ts --save\`. Machine: ${cpus().length} cores (${cpu?.model ?? 'unknown'}); Node ${process.version}, the built-in PostgreSQL with 128 MB of shared buffers.

Median / worst of ${runs} runs of each call in milliseconds, through the API, on platforms of so many members, as many ledger entries, transactions, posts, entries of the audit log and e-mails, half as many withdrawals and a fifth as many requests to support. The node was not there, so that a reconciliation shows what Atrium itself costs.

| Call | ${heads.join(' | ')} |
| --- | ${heads.map(() => '---').join(' | ')} |
${lines.join('\n')}
`;
}
