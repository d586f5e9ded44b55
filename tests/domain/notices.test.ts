import { expect, test } from 'vitest';
import { isOfSignUp, type MailKind, MAILS } from '#domain/mails.ts';
import { NOTICE_KINDS, SENT_ALWAYS, WANTED_EMAILS } from '#domain/notices.ts';
import { textName } from '#domain/text-name.ts';

test('a member can do without some letters, and never without one that tells of a thief', () => {
  expect([...WANTED_EMAILS, ...SENT_ALWAYS].toSorted()).toEqual(NOTICE_KINDS.toSorted());
  for (const kind of ['new-device', 'password-changed', 'email-changing', 'pin-set', 'withdrawal-requested'] as const) {
    expect(SENT_ALWAYS).toContain(kind);
  }
  expect(WANTED_EMAILS).toContain('support-answered');
});

test('two letters go to somebody who is no member yet', () => {
  expect((Object.keys(MAILS) as MailKind[]).filter(isOfSignUp)).toEqual(['activation', 'account-prepared']);
});

test('texts are called as their notice, in one word', () => {
  expect([textName('pin-set'), textName('first-line-joined')]).toEqual(['pin_set', 'first_line_joined']);
});
