import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['the address', '?ref=ivan', 'anna', 'ivan'],
  ['the form, when the address has none', '', 'anna', 'anna'],
  ['the form, when the address has an impossible one', '?ref=a%2Fb', 'anna', 'anna'],
  ['nowhere', '', undefined, undefined],
])('a visit’s code comes from %s', async (_, search, typed, expected) => {
  vi.stubGlobal('location', { search });
  vi.stubGlobal('document', { querySelector: () => typed && { value: typed } });
  const { $ref } = await import('#stores/ref.ts');
  const stopListening = $ref.listen(() => {});
  expect($ref.get()).toBe(expected);
  stopListening();
});
