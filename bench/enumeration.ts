import { writeFile } from 'node:fs/promises';
import { demoPeople } from '#server/operator/seed/team.ts';
import { visit } from '../tests/support/app/http.ts';
import { answerQuestion } from '../tests/support/people/bot-check.ts';
import { startApp } from './app.ts';
import { measureMachine, tellFactor } from './quality/machine.ts';

/**
 * Compares response times of guest forms for existing and unknown accounts, by medians of interleaved samples. A second
 * unknown account shows the noise. Last column: how often the existing account was slower; 50 % means no difference.
 */
const SAMPLES = 200;
const WARM_UP = 20;
const PASSWORD = 'Wrong-1-password';
const NEW_PASSWORD = 'Blue-4-horses';

const machine = await measureMachine();
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
  agreed: '18',
});
const FORMS: [what: string, call: string, form: Form][] = [
  ['sign-in by name', 'sign-in', (login) => ({ login, password: PASSWORD })],
  ['sign-in by e-mail', 'sign-in', (name) => ({ login: `${name}@demo.example`, password: PASSWORD })],
  ['sign-up', 'sign-up', signUp],
  ['reset', 'reset', (name) => ({ email: `${name}@demo.example` })],
  ['resend', 'activation/resend', (name) => ({ email: `${name}@demo.example` })],
];

const KINDS = ['somebody', 'nobody', 'another'] as const;
const rows = [];
for (const [what, call, form] of FORMS) {
  const taken = { somebody: [] as number[], nobody: [] as number[], another: [] as number[] };
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const someone = people[sample + WARM_UP]!;
    const strange = [...someone].toReversed().join('').slice(1);
    const names = { somebody: someone, nobody: `y${strange}`, another: `z${strange}` };
    for (const turn of [0, 1, 2]) {
      const kind = KINDS[(turn + sample + WARM_UP) % 3]!;
      const ms = await ask(call, form(names[kind]));
      if (sample >= 0) taken[kind].push(ms);
    }
  }
  const [somebody, nobody, another] = KINDS.map((kind) => median(taken[kind])) as [number, number, number];
  const longer = taken.somebody.filter((ms, index) => ms > (taken.nobody[index] ?? 0)).length / SAMPLES;
  rows.push({ what, somebody, nobody, ratio: somebody / nobody, chance: another / nobody, longer });
}
await app.stop();

const table = [
  '| Form | somebody, ms | nobody, ms | ratio | of two nobodies | somebody took longer |',
  '| --- | --- | --- | --- | --- | --- |',
  ...rows.map(
    ({ what, somebody, nobody, ratio, chance, longer }) =>
      `| ${what} | ${somebody.toFixed(2)} | ${nobody.toFixed(2)} | ${ratio.toFixed(3)} | ${chance.toFixed(3)} | ${Math.round(longer * 100)} % |`,
  ),
].join('\n');
console.log(table);
tellFactor(machine);
const words = `# Enumeration

Date: ${new Date().toISOString().slice(0, 10)}. Command: \`node bench/enumeration.ts\`, ${SAMPLES} samples of each, in turn; medians over HTTP. A ratio beyond 5 % that two nobodies do not have is looked into.

${table}
`;
await writeFile(new URL('results/enumeration.md', import.meta.url), words);

/** Uses a new address each time. Solving the bot check is not measured. */
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
