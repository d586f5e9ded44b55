import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signUp } from '#contracts/auth.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { mails, members, signUps } from '#server/db/schema/index.ts';
import { apiOf, newAddress } from '../../../support/app/api.ts';
import { fillSignUp } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const { db } = testServices.services;
const api = apiOf(testServices.app);

type Changes = Parameters<typeof fillSignUp>[1];

/** Messages at a field after sending the form with these changes; undefined if it was accepted. */
async function faultsAt(field: string, changes: Changes, language: Language = 'en'): Promise<string[] | undefined> {
  const answer = await api.call(signUp, await fillSignUp(api, changes), { language, address: newAddress() });
  if (answer.success) return undefined;
  expect(answer.error).toMatchObject({ status: 422, code: 'invalid' });
  expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  // German puts a no-break space between a number and its noun.
  return answer.error.fields?.[field]?.map((sentence) => sentence.replaceAll('\u00a0', ' '));
}

const faults: [field: string, changes: NonNullable<Changes>, en: string, de: string][] = [
  ['username', { username: '' }, 'Fill in this field.', 'Füllen Sie dieses Feld aus.'],
  ['username', { username: 'ан' }, 'Use 3 to 32 characters', 'Verwenden Sie 3 bis 32 Zeichen'],
  ['username', { username: 'a'.repeat(33) }, 'Use 3 to 32 characters', 'Verwenden Sie 3 bis 32 Zeichen'],
  [
    'username',
    { username: 'a'.repeat(65) },
    'Too long. Use up to 64 characters.',
    'Zu lang. Verwenden Sie höchstens 64 Zeichen.',
  ],
  ['username', { username: 'anna' }, 'This username is taken', 'Dieser Benutzername ist vergeben'],
  ['email', { email: 'nobody' }, 'Enter a valid email address', 'Geben Sie eine gültige E-Mail-Adresse ein'],
  ['email', { email: 'a@b@demo.example' }, 'Enter a valid email address', 'Geben Sie eine gültige E-Mail-Adresse ein'],
  [
    'email',
    { email: 'a@demo.example\r\nBcc: b@demo.example' },
    'Enter a valid email address',
    'Geben Sie eine gültige E-Mail-Adresse ein',
  ],
  [
    'email',
    { email: `${'a'.repeat(250)}@b.example` },
    'Too long. Use up to 254',
    'Zu lang. Verwenden Sie höchstens 254',
  ],
  ['password', { password: 'a1!' }, 'Use at least 6 characters.', 'Verwenden Sie mindestens 6 Zeichen.'],
  ['password', { password: 'abcdef!' }, 'Add at least 1 digit.', 'Verwenden Sie mindestens 1 Ziffer.'],
  ['password', { password: '123456!' }, 'Add at least 1 letter.', 'Verwenden Sie mindestens 1 Buchstaben.'],
  ['password', { password: 'abcdef1' }, 'Add at least 1 symbol', 'Verwenden Sie mindestens 1 Sonderzeichen'],
  ['password', { password: 'Password1!' }, 'is too common', 'gehört zu den häufigsten'],
  ['password', { password: 'Atrium-2026!' }, 'is too common', 'gehört zu den häufigsten'],
  ['password', { password: 'qwerty123#' }, 'is too common', 'gehört zu den häufigsten'],
  [
    'password_repeat',
    { password_repeat: 'Blue-4-horse' },
    'Passwords don’t match.',
    'Die Passwörter stimmen nicht überein.',
  ],
  ['ref', { ref: '' }, 'Enter your invite code', 'Geben Sie Ihren Einladungscode ein'],
  ['ref', { ref: 'nobody' }, 'No member has this code.', 'Es gibt kein Mitglied mit diesem Code.'],
  ['ref', { ref: "x' or 1=1 --" }, 'No member has this code.', 'Es gibt kein Mitglied mit diesem Code.'],
];

test.each(faults)('wrong %s %o is told in English and in German', async (field, changes, en, de) => {
  expect(await faultsAt(field, changes)).toEqual([expect.stringContaining(en)]);
  expect(await faultsAt(field, changes, 'de')).toEqual([expect.stringContaining(de)]);
});

test('the same fault is a different sentence in each of the six languages', async () => {
  const sentences = await Promise.all(
    LANGUAGES.map(({ segment }) => faultsAt('password_repeat', { password_repeat: 'another' }, segment)),
  );
  expect(new Set(sentences.flat()).size).toBe(6);
  expect(sentences.flat()).not.toContain('passwords_differ');
});

test('every rule that a password breaks is told at once', async () => {
  expect(await faultsAt('password', { password: '??' })).toEqual([
    'Use at least 6 characters.',
    'Add at least 1 digit.',
    'Add at least 1 letter.',
  ]);
});

test.each(['Пароль-1', 'கடவுச்சொல்-1', 'a1!bcd', `${'long '.repeat(204)}1!ab`])(
  '%o is a good password',
  async (password) => {
    expect(await faultsAt('password', { password })).toBeUndefined();
  },
);

test('1,025 characters are too many for a password', async () => {
  const changes = { password: `1!${'a'.repeat(1023)}`, password_repeat: `1!${'a'.repeat(1023)}` };
  const answer = await api.call(signUp, await fillSignUp(api, changes), { address: newAddress() });
  expect(answer).toMatchObject({ error: { fields: { password: ['Too long. Use up to 1024 characters.'] } } });
});

describe('an inviter', () => {
  test('who has not activated can’t invite', async () => {
    expect(await faultsAt('ref', { ref: 'lena' })).toEqual([expect.stringContaining('No member has this code')]);
  });

  test('who is blocked can’t invite', async () => {
    await db.update(members).set({ blockedAt: new Date() }).where(eq(members.username, 'marie'));
    expect(await faultsAt('ref', { ref: 'marie' })).toEqual([expect.stringContaining('No member has this code')]);
  });

  test('is never the guest', async () => {
    expect(await faultsAt('ref', { username: 'my-own-code', ref: 'my-own-code' })).toEqual([
      expect.stringContaining('No member has this code'),
    ]);
  });
});

test('a refused form leaves nothing behind', async () => {
  const kept = () => Promise.all([members, signUps, mails].map((table) => db.$count(table)));
  const before = await kept();
  expect(await faultsAt('ref', { ref: 'nobody' })).toHaveLength(1);
  expect(await kept()).toEqual(before);
});
