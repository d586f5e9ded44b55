import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isUuid } from '#domain/uuid.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('an id as we write it is one', () => expect([isUuid(ID), isUuid(randomUUID())]).toEqual([true, true]));

test.each([
  ID.toUpperCase(),
  `${ID}0`,
  `0${ID}`,
  ID.slice(1),
  ID.replaceAll('-', ''),
  ID.replace('f', 'g'),
  `{${ID}}`,
  `${ID}\n`,
  '1',
  '',
])('“%s” in an address is none, and PostgreSQL is not asked', (text) => expect(isUuid(text)).toBe(false));
