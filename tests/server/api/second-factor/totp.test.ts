import { TOTP } from 'otpauth';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkTotp, newTotpSecret, totpSecretText, totpUri } from '#server/api/second-factor/index.ts';

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const RFC_CODES: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
const at = (seconds: number) => new Date(seconds * 1000);

test.each(RFC_CODES)('at %i seconds the code is %s', (seconds, code) => {
  expect(checkTotp(RFC_SECRET, code, at(seconds), null)).toBe(Math.floor(seconds / 30));
});

test.each([
  ' 287 082\n',
  '287-082',
  '287·082',
  '287\u200B082',
  '\u200E287\u00A0082',
  '२८७०८२',
  '２８７０８２',
  '2️⃣8️⃣7️⃣0️⃣8️⃣2️⃣',
])('a code may be typed with signs between, or in other digits: %s', (typed) =>
  expect(checkTotp(RFC_SECRET, typed, at(59), null)).toBe(1),
);

test.each([59 - 30, 59, 59 + 30])('a clock that is one step off does not matter: %i', (seconds) => {
  expect(checkTotp(RFC_SECRET, '287082', at(seconds), null)).toBe(1);
});

test.each([59 + 31, 59 + 90, 3000])('an old code is not taken: %i', (seconds) => {
  expect(checkTotp(RFC_SECRET, '287082', at(seconds), null)).toBeUndefined();
});

test('a code of the future is not taken', () => {
  expect(checkTotp(RFC_SECRET, '081804', at(1_111_111_109 - 61), null)).toBeUndefined();
});

test('a code is taken once, and none before it after it', () => {
  const step = checkTotp(RFC_SECRET, '050471', at(1_111_111_111), null) ?? 0;
  expect(checkTotp(RFC_SECRET, '050471', at(1_111_111_111), step)).toBeUndefined();
  expect(checkTotp(RFC_SECRET, '050471', at(1_111_111_111 + 29), step)).toBeUndefined();
  expect(checkTotp(RFC_SECRET, '081804', at(1_111_111_111), step)).toBeUndefined();
  expect(checkTotp(RFC_SECRET, '050471', at(1_111_111_111), step - 1)).toBe(step);
});

test.each(['', '28708', '2870820', '287083', 'abcdef', '28708x', '-87082', '0x1234', '9'.repeat(5000)])(
  'this is no code: %s',
  (code) => expect(checkTotp(RFC_SECRET, code, at(59), null)).toBeUndefined(),
);

describe('a secret', () => {
  test('is new each time and 20 bytes long', () => {
    expect(newTotpSecret()).toHaveLength(20);
    expect(newTotpSecret()).not.toEqual(newTotpSecret());
  });

  test('can’t be worked out from the numbers of Math.random', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    expect(new Set(Array.from({ length: 8 }, () => totpSecretText(newTotpSecret()))).size).toBe(8);
    expect(random).not.toHaveBeenCalled();
  });

  test('is typed in groups of four', () => {
    expect(totpSecretText(RFC_SECRET)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
  });

  test('is read from the QR code by an app, whose code is right', () => {
    const secret = newTotpSecret();
    const uri = totpUri(secret, { issuer: 'Atrium: home', account: 'anna@demo.example' });
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    expect(new URL(uri).searchParams.get('issuer')).toBe('Atrium: home');
    expect(decodeURIComponent(new URL(uri).pathname)).toContain('anna@demo.example');
    const secretText = new URL(uri).searchParams.get('secret') ?? '';
    const code = new TOTP({ secret: secretText }).generate({ timestamp: 1_000_000 });
    expect(checkTotp(secret, code, new Date(1_000_000), null)).toBe(33);
  });
});
