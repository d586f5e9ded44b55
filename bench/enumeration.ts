import { writeFile } from 'node:fs/promises';
import { demoPeople } from '#server/seed/team.ts';
import { visit } from '../tests/support/http.ts';
import { answerQuestion } from '../tests/support/bot-check.ts';
import { startApp } from './app.ts';

/**
 * How long the forms of guests take for somebody who is a member and for nobody: medians of samples taken in turn, in an
 * order that turns round each time, and their ratio. The last row compares nobody with nobody: so much is chance.
 */
const SAMPLES = 200;
const WARM_UP = 20;
const PASSWORD = 'Wrong-1-password';
const NEW_PASSWORD = 'Blue-4-horses';

const app = await startApp({ TRUSTED_PROXY_HOPS: '1' });
const port = Number(new URL(app.origin).port);
const people = demoPeople().map(({ username }) => username);
if (people.length < SAMPLES + WARM_UP) throw new Error('There are too few people to ask for each of them once.');

let asked = 0;
type Form = (name: string) => Record<string, unknown>;
const signUp: Form = (name) => ({
  username: `guest-${asked}`,
  email: `${name}@demo.example`,
  password: NEW_PASSWORD,
  password_repeat: NEW_PASSWORD,
  ref: 'anna',
});
const FORMS: [what: string, call: string, form: Form, isNobodyTwice?: true][] = [
  ['sign-in by name', 'sign-in', (login) => ({ login, password: PASSWORD })],
  ['sign-in by e-mail', 'sign-in', (name) => ({ login: `${name}@demo.example`, password: PASSWORD })],
  ['sign-up', 'sign-up', signUp],
  ['reset', 'reset', (name) => ({ email: `${name}@demo.example` })],
  ['resend', 'activation/resend', (name) => ({ email: `${name}@demo.example` })],
  ['sign-in by name, nobody and nobody', 'sign-in', (login) => ({ login, password: PASSWORD }), true],
];

const rows = [];
for (const [what, call, form, isNobodyTwice] of FORMS) {
  const taken = { known: [] as number[], unknown: [] as number[] };
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const someone = people[sample + WARM_UP]!;
    const nobody = (mark: string) => `${mark}${[...someone].toReversed().join('').slice(1)}`;
    const both = [
      ['known', isNobodyTwice ? nobody('y') : someone],
      ['unknown', nobody('z')],
    ] as const;
    for (const [kind, name] of sample % 2 ? both : both.toReversed()) {
      const ms = await ask(call, form(name));
      if (sample >= 0) taken[kind].push(ms);
    }
  }
  const [known, unknown] = [median(taken.known), median(taken.unknown)];
  rows.push({ form: what, known, unknown, ratio: known / unknown });
}
await app.stop();

const table = [
  '| Form | somebody, ms | nobody, ms | ratio |',
  '| --- | --- | --- | --- |',
  ...rows.map(
    (row) => `| ${row.form} | ${row.known.toFixed(2)} | ${row.unknown.toFixed(2)} | ${row.ratio.toFixed(3)} |`,
  ),
].join('\n');
console.log(table);
const words = `# Enumeration

Date: ${new Date().toISOString().slice(0, 10)}. Command: \`node bench/enumeration.ts\`, ${SAMPLES} samples of each, in turn; medians over HTTP. What is beyond 5 % is looked into.

${table}
`;
await writeFile(new URL('results/enumeration.md', import.meta.url), words);

/** From an address of its own each time; making the bot check is not counted. */
async function ask(call: string, form: Record<string, unknown>): Promise<number> {
  asked += 1;
  const from = { 'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`, 'accept-language': 'en' };
  const { text } = await visit(port, '/api/auth/bot-check/?only=question', { headers: from });
  const body = JSON.stringify({ ...form, bot_check: answerQuestion(JSON.parse(text).question) });
  const headers = { ...from, 'content-type': 'application/json' };
  const began = performance.now();
  const { status, text: said } = await visit(port, `/api/auth/${call}/`, { method: 'POST', headers, body });
  const ms = performance.now() - began;
  if (![201, 202, 422].includes(status) || said.includes('bot_check')) throw new Error(`${call}: ${status} ${said}`);
  return ms;
}

function median(list: number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
