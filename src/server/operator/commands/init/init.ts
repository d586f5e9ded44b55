import { resolve } from 'node:path';
import { gt } from 'drizzle-orm';
import { systemClock } from '#server/base/clock.ts';
import { ConfigRefusal, readConfig } from '#server/base/config.ts';
import { members, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { changeAndLog } from '#server/operator/cli/change-and-log.ts';
import type { Command, Orders, Outcome } from '#server/operator/cli/command.ts';
import { askAnswers } from './ask.ts';
import { type Check, checkInstallation } from './checks.ts';
import { isWritable, readEnvFile, withSecrets, writeEnvFile } from './env-file.ts';
import { type Answers, faultOf, type Flag, QUESTIONS } from './questions.ts';
import { withServices } from '#server/operator/cli/with-services.ts';
import { addMember } from '../add-member.ts';

export const init: Command = {
  kind: 'alone',
  name: 'init',
  usage: `init ${QUESTIONS.map(({ flag }) => `[--${flag} TEXT]`).join(' ')} [--print-link] [--file FILE] [--skip-checks] [--force]`,
  about:
    'Asks for the settings of a new installation, looks whether database, mail server and node answer, writes .env and creates the first member. What a flag or the environment says is not asked; without a terminal nothing is',
  async run(orders) {
    const { options } = orders;
    const file = resolve(options['file'] ?? '.env');
    const before = await readEnvFile(file);
    if (before && !options['force']) {
      return { refused: `${file} is there already. With --force it is written again and keeps its secrets.` };
    }
    const result = await answerAll(options, before ?? {});
    if ('refused' in result) return result;
    const env = withSecrets({ ...before, ...toVariables(result.answers) });
    const fault = configFault(env);
    if (fault) return { refused: fault };
    await writeEnvFile(file, env);
    const first = await addFirstMember(orders, result.answers, env);
    return initOutcome(file, result.checks, first);
  },
};

type InitResult = { answers: Answers; checks: Check[] } | { refused: string };

async function answerAll(options: Orders['options'], before: Record<string, string>): Promise<InitResult> {
  const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  let answers = readPresets(options, before);
  let openFlags = new Set<Flag>(QUESTIONS.map(({ flag }) => flag).filter((flag) => options[flag] === undefined));
  for (;;) {
    if (isTerminal) answers = await askAnswers(answers, openFlags);
    const faults = findFaults(isTerminal ? answers : withPresets(answers));
    if (faults.length > 0) return { refused: `Nothing was written.\n${faults.join('\n')}` };
    answers = withPresets(answers);
    const checks = options['skip-checks'] ? [] : await checkAll(answers);
    const failedChecks = checks.filter(({ isRight }) => !isRight);
    if (failedChecks.length === 0) return { answers, checks };
    const words = checks.map(lineOf).join('\n');
    if (!isTerminal) {
      return { refused: `${words}\nNothing was written. With --skip-checks it is, as things are.` };
    }
    process.stdout.write(`${words}\nPut right what is marked and answer again; Ctrl-C leaves and writes nothing.\n`);
    openFlags = new Set(failedChecks.flatMap(({ flag }) => flag ?? []));
    if (openFlags.size === 0) return { refused: 'Nothing was written.' };
  }
}

function readPresets(options: Orders['options'], before: Record<string, string>): Answers {
  const presets = QUESTIONS.flatMap((question) => {
    const variable = 'variable' in question ? question.variable : undefined;
    const value = options[question.flag] ?? (variable && (before[variable] || process.env[variable]));
    return value ? [[question.flag, value]] : [];
  });
  return Object.fromEntries(presets) as Answers;
}

function withPresets(answers: Answers): Answers {
  const complete: Answers = {};
  for (const question of QUESTIONS) {
    const answer = answers[question.flag] ?? ('preset' in question ? question.preset(complete) : '');
    complete[question.flag] = answer;
  }
  return complete;
}

function findFaults(answers: Answers): string[] {
  return QUESTIONS.flatMap((question) => {
    const answer = answers[question.flag] ?? '';
    const fault = isWritable(answer) ? faultOf(question, answer) : 'has signs that can’t be written to a file';
    return fault ? [`--${question.flag} (${question.about}) ${fault}.`] : [];
  });
}

function toVariables(answers: Answers): Record<string, string> {
  const variables = QUESTIONS.flatMap((question) =>
    'variable' in question ? [[question.variable, answers[question.flag] ?? '']] : [],
  );
  return Object.fromEntries(variables) as Record<string, string>;
}

function checkAll(answers: Answers): Promise<Check[]> {
  const checked = {
    databaseUrl: answers['database-url'] ?? '',
    smtpUrl: answers['smtp-url'] ?? '',
    nodeUrl: answers['node-url'] ?? '',
    nodeSecret: answers['node-secret'] ?? '',
    dataDir: readConfig({}).dataDir,
  };
  return checkInstallation(checked, systemClock);
}

function lineOf({ isRight, words }: Check): string {
  return `${isRight ? '✓' : '✗'} ${words}`;
}

function configFault(env: Record<string, string>): string | undefined {
  try {
    readConfig(env);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigRefusal) return `Nothing was written. ${error.message}`;
    throw error;
  }
}

function addFirstMember(orders: Orders, answers: Answers, env: Record<string, string>): Promise<Outcome> {
  const add = async (services: Services) => {
    const count = await services.db.$count(members);
    const signUpCount = await services.db.$count(signUps, gt(signUps.expiresAt, services.clock.now()));
    if (count + signUpCount > 0) {
      return {
        words: `${count} members are there and ${signUpCount} have a link to become one: no other was added.`,
        data: {},
      };
    }
    const { username = '', email = '', name = '', language = '' } = answers;
    const printed = orders.options['print-link'] ? { 'print-link': 'true' } : {};
    const options = { username, email, name, language, ...printed };
    return changeAndLog(services, addMember, { ...orders, words: [], options, why: 'first member' });
  };
  return withServices(add, env).catch((error: unknown) => {
    return { refused: `The first member could not be added: ${(error as Error).message.split('\n')[0]}` };
  });
}

function initOutcome(file: string, checks: Check[], first: Outcome): Outcome {
  const lines = [
    ...checks.map(lineOf),
    `${file} is written, readable for you alone. Keep a copy in a safe place: without its PIN_PEPPER no PIN is right and no ledger verifies.`,
  ];
  if (!('words' in first)) {
    const because = 'refused' in first ? first.refused : first.wrong;
    return { wrong: [...lines, because, 'Next: npm run operator -- members add'].join('\n'), data: { file } };
  }
  const words = [...lines, first.words, 'Next: legal publish (docs/first-members.md), then npm start'].join('\n');
  return { words, data: { file, ...(first.data as object) }, ...(first.secret && { secret: first.secret }) };
}
