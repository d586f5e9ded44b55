import { expect, test } from 'vitest';
import { z } from 'zod';
import { consoleAreas } from '#contracts/console/index.ts';
import { areas } from '#contracts/index.ts';
import { operationsOf } from '#contracts/operations.ts';
import { exampleOf } from '#server/api/example.ts';

const operations = [...operationsOf(areas), ...operationsOf(consoleAreas)];

test.each(operations)(
  'the example of $id is taken by its own contract',
  ({ contract: { input, output, answers, takes } }) => {
    const asked = exampleOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as never);
    // A file has no JSON.
    if (!takes) expect(z.safeParse(input, asked).error?.issues ?? []).toEqual([]);
    if (answers) return;
    const answer = exampleOf(z.toJSONSchema(output, { unrepresentable: 'any' }) as never);
    expect(z.safeParse(output, answer).error?.issues ?? []).toEqual([]);
  },
);
