import { expect, test } from 'vitest';
import { readTheme } from '#domain/theme.ts';

test('the theme is dark unless light was chosen', () => {
  expect([undefined, '', 'dark', 'light', 'LIGHT', 'blue'].map(readTheme)).toEqual([
    'dark',
    'dark',
    'dark',
    'light',
    'dark',
    'dark',
  ]);
});
