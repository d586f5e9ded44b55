import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contracts/profile.ts';
import { $partnersLink, $session, refreshUser } from '#stores/session.ts';
import { answerWith, openPageAt } from '../support/browser/browser-globals.ts';

const anna: Profile = {
  username: 'anna',
  name: null,
  photo: null,
  career_status: 'director',
  is_former: false,
  email: 'anna@demo.example',
  active: true,
  missing_for_active: [],
  registered_at: '2026-02-01T00:00:00.000Z',
  inviter: null,
  inviter_contacts: null,
  joined_by: null,
  ref_code: 'anna',
  unread_notices: 0,
  unread_posts: 0,
  week_start: 'language',
  to_agree: null,
  page_owner: 'owner',
  partner_link: 'https://atrium.example/en/partnerlink/anna',
};

let forget: () => void;
beforeEach(() => {
  openPageAt('/en/dashboard/profile');
  $session.set(undefined);
  forget = $session.listen(() => {});
});
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
});

test('the user is whoever the server says, and so is the partner link', async () => {
  expect($partnersLink.get()).toBeUndefined();
  answerWith(200, anna);
  await refreshUser();
  expect($session.get()).toEqual(anna);
  expect($partnersLink.get()).toBe(anna.partner_link);
});

test('the user is forgotten when the session ends', async () => {
  $session.set(anna);
  answerWith(401, { code: 'session_ended', detail: 'Sign in again.' });
  await refreshUser();
  expect($session.get()).toBeUndefined();
  expect($partnersLink.get()).toBeUndefined();
});

test('the user stays when the line breaks', async () => {
  $session.set(anna);
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  await refreshUser();
  expect($session.get()).toEqual(anna);
  told.mockRestore();
});
