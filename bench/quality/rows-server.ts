import { least, most, type Row } from './row.ts';

export const SERVER_ROWS: Row[] = [
  {
    ...most('team page, 50 rows: CPU per document ÷ Astro peer', ['phone', 'CPU ÷ Astro'], '×', [3, 1.5]),
    peer: { name: 'Astro', from: ['phone', 'Astro, CPU'], unit: 'ms' },
  },
  {
    ...most('the same, compressed by us, which the peer is not', ['phone', 'CPU ÷ Astro, brotli'], '×', [3, 1.5]),
    peer: { name: 'Astro', from: ['phone', 'Astro, CPU'], unit: 'ms' },
  },
  {
    ...least('team page: documents/s, a process a core ÷ one', ['processes', 'team, two ÷ one'], '×', [1.6, 1.9]),
    peer: { name: 'one process', from: ['processes', 'team, one'], unit: '/s' },
  },
  {
    ...least(
      'partner page: documents/s ÷ node:http, same bytes',
      ['documents', 'partner ÷ node:http'],
      '×',
      [0.4, 0.7],
    ),
    peer: { name: 'node:http', from: ['documents', 'node:http'], unit: '/s' },
  },
  atBothRates('pages at 120/s, goal at 300/s: p99', 'pages, p99', 200, 150),
  atBothRates('reads at 300/s, goal at 500/s: p99', 'reads, p99', 100, 100),
  atBothRates('withdrawals at 30/s, goal at 40/s: p99', 'withdrawals, p99', 500, 500),
  {
    figure: 'refused or failed at those rates',
    must: { from: ['load-must', 'turned away'], unit: '', most: 0 },
    goal: { from: ['load', 'turned away'], unit: '', most: 0 },
  },
  most('three times that: refused within, “at once” read as 50 ms, p99', ['load-must', 'refusal, p99'], 'ms', [50]),
  most('three times that: answered neither with success nor 503', ['load-must', 'failed'], '', [0, 0]),
  most('three times that: the rest, p99', ['load-must', 'rest, p99'], 'ms', [1000, 300]),
  most('in the 10 s after: p99 ÷ its bound, worst', ['load-must', 'just after ÷ bound'], '×', [1, 1]),
  most('event loop gap, the longest', ['load-must', 'gap'], 'ms', [150, 100]),
  most('app memory after load, one process', ['load-must', 'memory'], 'MB', [320, 200]),
  most('memory over 2 h at 100/s', ['endurance', 'slope'], 'MB/h', [5]),
  most('npm start, all there: first 200', ['commands', 'start'], 's', [3, 1.5]),
  most('npm test', ['commands', 'test'], 'min', [9, 6]),
  most('npm run check', ['commands', 'check'], 's', [60, 30]),
  most('1,000,000 ÷ 1,000 members below one, costliest operation', ['team-scale', 'largest ÷ smallest'], '×', [2]),
  most('a chain 1,000 deep ÷ 1,000 members, costliest operation', ['team-scale', 'chain ÷ smallest'], '×', [2]),
  most('1,000,000 ÷ 1,000 ledger rows, costliest operation', ['ledger-scale', 'largest ÷ smallest'], '×', [2]),
  most('100,000 ÷ 100 places on one plan, costliest operation', ['places-scale', 'largest ÷ smallest'], '×', [2]),
  most('seeding a million members', ['team-scale', 'seeding a million'], 'min', [10]),
];

/** Must and goal have different rates and are measured in separate runs. */
function atBothRates(figure: string, name: string, must: number, goal: number): Row {
  return {
    figure,
    must: { from: ['load-must', name], unit: 'ms', most: must },
    goal: { from: ['load', name], unit: 'ms', most: goal },
  };
}
