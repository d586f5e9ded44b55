import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorCommand } from '#domain/operator-command.ts';
import { readOrders } from '#server/operator/read-orders.ts';

const FOLDER = join(import.meta.dirname, '../../src/islands/console');

/** The commands that dialogs of the console show, with their flags, from the source. */
const shown = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    return [...text.matchAll(/words: \['([a-z-]+)', '([a-z-]+)'[^\]]*\](?:,\s*options: \{([^}]*)\})?/g)].map(
      ([, area = '', act = '', options = '']) => ({
        words: [area, act],
        flags: [...options.matchAll(/(?:^|,|\{)\s*'?([a-z-]+)'?(?=[,:\s}]|$)/g)].map(([, flag = '']) => flag),
      }),
    );
  });

test('there are dialogs that show a command', () => {
  expect(shown.length).toBeGreaterThan(12);
});

test.each(shown)('the command line knows “$words” with $flags', ({ words, flags }) => {
  const given = [
    ...words,
    'x',
    ...flags.map((flag) => (['dry-run', 'again'].includes(flag) ? `--${flag}` : `--${flag}=x`)),
    '--why',
    'y',
  ];
  expect(readOrders(given, 'olga')).toMatchObject({ command: { name: words.join(' ') } });
});

test('a reason with any sign in it is one word to a shell', () => {
  expect(operatorCommand(['members', 'block', 'anna'], { json: '' }, `it's "$(rm)" \\ ; ok`)).toBe(
    String.raw`npm run operator -- members block anna --json --why 'it'\''s "$(rm)" \ ; ok'`,
  );
});
