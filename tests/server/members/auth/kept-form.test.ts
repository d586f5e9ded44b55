import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { keepForm, openKeptForm } from '#contracts/auth.ts';
import { getProfile } from '#contracts/profile.ts';
import { CONTACT_KINDS, CONTACT_MAX, NAME_MAX } from '#domain/contacts.ts';
import { EMAIL_MAX } from '#domain/email.ts';
import { KEPT_FORM_MAX, KEPT_FORMS, type KeptPage } from '#domain/kept-forms.ts';
import { readReturnAddress } from '#domain/return-address.ts';
import { SUPPORT_MESSAGE_MAX } from '#domain/support.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { app, clock } = await createTestServices();
const api = apiOf(app);
const values = { topic: 'account', message: 'Line one\r\nсло́во சொல் “quotes” \\ <b>', send_email: 'yes', about: '' };

const signIn = async (username: string) => (await api.signIn(username)).access;
const ownerOf = async (bearer: string) => dataOf(await api.call(getProfile, {}, { bearer })).page_owner;

/** Seals the form without a session, as a page does whose session has ended. */
async function keep(owner: string, typed: Record<string, string> = values, page: KeptPage = 'support') {
  return dataOf(await api.call(keepForm, { page, owner, values: typed })).kept ?? 'nothing';
}

async function open(bearer: string, kept: string, page: KeptPage = 'support') {
  return dataOf(await api.call(openKeptForm, { page, kept }, { bearer })).values;
}

test('what was typed comes back letter by letter, more than once, to its owner', async () => {
  const kept = await keep(await ownerOf(await signIn('anna')));
  const later = await signIn('anna');
  expect(await open(later, kept)).toEqual(values);
  expect(await open(later, kept)).toEqual(values);
});

test('and to nobody else, on no other page, and not after an hour', async () => {
  const anna = await signIn('anna');
  const kept = await keep(await ownerOf(anna));
  expect(await open(await signIn('ivan'), kept)).toBeNull();
  expect(await open(anna, kept, 'settings')).toBeNull();
  expect(refusalOf(await api.call(openKeptForm, { page: 'support', kept }))).toBe('no_session');
  clock.advance(3599);
  const later = await signIn('anna');
  expect(await open(later, kept)).toEqual(values);
  clock.advance(1);
  expect(await open(later, kept)).toBeNull();
});

test('it says nothing to whoever finds it, and opens no more when a letter of it is changed', async () => {
  const anna = await signIn('anna');
  const kept = await keep(await ownerOf(anna));
  expect(kept).toMatch(/^[\w-]+$/);
  expect(Buffer.from(kept, 'base64url').toString('latin1')).not.toContain('quotes');
  expect(await keep(await ownerOf(anna))).not.toBe(kept);
  for (let at = 0; at < kept.length - 1; at += 1) {
    const changed = kept.slice(0, at) + (kept[at] === 'A' ? 'B' : 'A') + kept.slice(at + 1);
    expect(await open(anna, changed), `letter ${at}`).toBeNull();
  }
  for (const made of ['x', 'nothing', kept.slice(0, 40), kept + kept, randomBytes(400).toString('base64url')]) {
    expect(await open(anna, made)).toBeNull();
  }
});

test('an owner is not to be guessed: somebody else’s form can’t be filled for them', async () => {
  const [anna, ivan] = [await signIn('anna'), await signIn('ivan')];
  expect(await ownerOf(anna)).not.toBe(await ownerOf(ivan));
  for (const owner of ['anna', '1', '2', 'Anna', await ownerOf(ivan)]) {
    expect(await open(anna, await keep(owner))).toBeNull();
  }
});

test('passwords, PINs and the uid of an attempt are never in it', async () => {
  const secrets = { password: 'Secret-77', pin: '4826', uid: 'an-attempt', step: 'send', old: 'x', __proto__: 'x' };
  const anna = await signIn('anna');
  const owner = await ownerOf(anna);
  for (const page of Object.keys(KEPT_FORMS) as KeptPage[]) {
    const [field = ''] = KEPT_FORMS[page];
    const allowed = { [field]: 'yes' };
    expect(await open(anna, await keep(owner, { ...secrets, ...allowed }, page), page)).toEqual(allowed);
  }
});

test('the longest forms fit into an address, whatever they are written in, and longer ones are not kept', async () => {
  const owner = await ownerOf(await signIn('anna'));
  /** Characters of three bytes each that can't be compressed. */
  const worst = (length: number) =>
    String.fromCodePoint(
      ...Array.from(randomBytes(length * 2)).flatMap((_, at, all) =>
        at % 2 ? [] : [0x4e00 + (((all[at]! << 8) | all[at + 1]!) % 0x5000)],
      ),
    );
  const message = worst(SUPPORT_MESSAGE_MAX);
  const contacts = Object.fromEntries(CONTACT_KINDS.map((kind) => [`contacts.${kind}`, worst(CONTACT_MAX)]));
  const settings = { name: worst(NAME_MAX), email: worst(EMAIL_MAX), ...contacts };
  for (const kept of [await keep(owner, { message }), await keep(owner, settings, 'settings')]) {
    expect(kept.length).toBeGreaterThan(2000);
    expect(kept.length).toBeLessThanOrEqual(KEPT_FORM_MAX);
    const address = `/hindi/dashboard/settings/notices?kept=${kept}`;
    expect(readReturnAddress(address, 'hindi')).toBe(address);
  }
  expect(await keep(owner, { message: worst(4000) })).toBe('nothing');
});
