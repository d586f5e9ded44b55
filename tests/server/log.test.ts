import { expect, test } from 'vitest';
import { DrizzleQueryError } from 'drizzle-orm';
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
