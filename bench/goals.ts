import { markdown } from './phone/table.ts';
import { judge } from './quality/judge.ts';
import { PHONE_ROWS } from './quality/rows-phone.ts';
import { SERVER_ROWS } from './quality/rows-server.ts';
import { TEST_ROWS } from './quality/rows-tests.ts';
import { readFigures } from './quality/written.ts';

/** Prints all figures with their bounds, from the last results of the benches. */
const SECTIONS = { 'On the phone': PHONE_ROWS, 'On the server': SERVER_ROWS, 'Held by tests': TEST_ROWS };
const HEAD = ['figure', 'must', 'goal', 'measured', 'peer of the same run', 'verdict', 'run (UTC), m'];

const sections = Object.entries(SECTIONS).map(([title, rows]) => ({
  title,
  judged: rows.map((row) => judge(row, readFigures)),
}));
const cells = sections.flatMap(({ title, judged }) => [
  [`**${title}**`, ...HEAD.slice(1).map(() => '')],
  ...judged.map(({ figure, must, goal, measured, peer, verdict, run }) => [
    figure,
    must,
    goal,
    measured,
    peer,
    verdict,
    run,
  ]),
]);
console.log(markdown([HEAD, ...cells]));

const verdicts = sections.flatMap(({ judged }) => judged.map(({ verdict }) => verdict.split(':')[0]));
const counts = ['goal', 'met', 'missed', 'not measured'].map(
  (word) => `${verdicts.filter((verdict) => verdict === word).length} ${word}`,
);
console.log(`\n${counts.join(', ')}. Times are met at bound × m, rates at bound ÷ m; the rest as it stands.`);
