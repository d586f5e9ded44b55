import { expect, test } from 'vitest';
import { DrizzleQueryError } from 'drizzle-orm';
import { workerLogger } from '#server/jobs/run-jobs.ts';
import { createLog, currentRequestId, errorFields } from '#server/base/log.ts';

test('an error is told with its code and where it happened, on one line', () => {
  const error = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
  expect(errorFields(error)).toMatchObject({ error: 'no connection', code: 'ECONNREFUSED' });
  expect(errorFields(error)['stack']).toMatch(/^ *at .*log\.test\.ts/);
});

test('a failed query is told without the values it carried', () => {
  const error = new DrizzleQueryError(
    'insert into members values ($1, $2)',
    ['anna', '$argon2id$secret'],
    new Error('down'),
  );
  const line = JSON.stringify(errorFields(error));
  expect(line).toContain('insert into members');
  expect(line).not.toContain('anna');
  expect(line).not.toContain('argon2id');
});

test('a failed query is told with what PostgreSQL or the line to it had against it', () => {
  const failed = (cause: Error) => errorFields(new DrizzleQueryError('select $1', ['anna'], cause));
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "anna"'), { code: '22P02' });
  expect(failed(refused)).toMatchObject({ cause: '22P02' });
  expect(JSON.stringify(failed(refused))).not.toContain('anna');
  expect(failed(new Error('Connection terminated'))).toMatchObject({ cause: 'Connection terminated' });
  const wrapped = new Error('the job failed', { cause: new DrizzleQueryError('select $1', ['anna']) });
  expect(errorFields(wrapped)).toMatchObject({ error: 'the job failed', cause: 'Failed query: select $1' });
});

test('whatever else is thrown is told as well', () => {
  expect(errorFields('a word')).toEqual({ error: 'a word' });
  expect(errorFields(undefined)).toEqual({ error: 'undefined' });
});

test('a failed job is told likewise', () => {
  const lines: unknown[] = [];
  const logger = workerLogger((...line) => lines.push(line));
  const error = new DrizzleQueryError('select from members where email = $1', ['anna@demo.example'], new Error('down'));
  logger.error(
    `Failed task 7 (request-link, 2.00ms, attempt 1 of 25) with error '${error.message}':\n  ${error.stack}`,
    { error },
  );
  logger.info('Worker connected');
  logger.debug('Found job 7');
  expect(lines).toEqual([
    ['error', 'job', expect.anything()],
    ['debug', 'job', { message: 'Worker connected' }],
  ]);
  expect(JSON.stringify(lines)).toContain('Failed task 7 (request-link');
  expect(JSON.stringify(lines)).toContain('select from members');
  expect(JSON.stringify(lines)).not.toContain('anna@demo.example');
});

function written(level: Parameters<typeof createLog>[0], write: (log: ReturnType<typeof createLog>) => void): object[] {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => void lines.push(line) }));
  expect(lines.join('')).toMatch(/^([^\n]*\n)*$/);
  return lines.map((line) => JSON.parse(line) as object);
}

test('a line is one object: when, how bad, what happened, and the fields', () => {
  const [line] = written('info', (log) => log('warn', 'payout', { state: 'unknown', tries: 2, because: undefined }));
  expect(line).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    pid: process.pid,
    event: 'payout',
    state: 'unknown',
    tries: 2,
  });
});

test('nothing that a visitor writes makes a second line', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log('info', 'request', { path: '/a\n{"level":"error"}\r\n' });
  expect(lines.join('').match(/[\n\r\u2028\u2029]/g)).toEqual(['\n']);
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'info', path: '/a\n{"level":"error"}\r\n' });
});

test('what is below the level is not written', () => {
  const all = ['debug', 'info', 'warn', 'error'] as const;
  const writtenAt = (level: Parameters<typeof createLog>[0]) =>
    written(level, (log) => all.forEach((one) => log(one, 'word'))).length;
  expect([writtenAt('debug'), writtenAt('info'), writtenAt('error'), writtenAt('silent')]).toEqual([4, 3, 1, 0]);
});

test('whatever is written while a request is answered has its id', async () => {
  const lines = written('info', (log) => {
    currentRequestId.run('a-request', () => log('error', 'file'));
    currentRequestId.run('a-request', () => log('error', 'page', { requestId: 'its own' }));
    log('info', 'sweep');
  });
  expect(lines).toMatchObject([{ requestId: 'a-request' }, { requestId: 'its own' }, { event: 'sweep' }]);
  expect(lines[2]).not.toHaveProperty('requestId');
});

test('a field that nobody should have written is not shown', () => {
  const secrets = {
    password: 'Green-5-apples',
    pin: '1234',
    token: 'abc',
    cookie: 'access_token=abc',
    email: 'a@b.example',
  };
  const text = JSON.stringify(written('info', (log) => log('info', 'mistake', secrets)));
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
});
