import { expect, test } from 'vitest';
import { DrizzleQueryError } from 'drizzle-orm';
import { workerLogger } from '#server/jobs/run-jobs.ts';
import { errorFields } from '#server/log.ts';

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
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).toContain('Failed task 7 (request-link');
  expect(JSON.stringify(lines)).toContain('select from members');
  expect(JSON.stringify(lines)).not.toContain('anna@demo.example');
});
