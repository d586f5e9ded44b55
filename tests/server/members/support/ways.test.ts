import { expect, test } from 'vitest';
import { ConfigRefusal, readConfig } from '#server/base/config.ts';

test('there are no other ways to reach support until they are named', () => {
  expect(readConfig({}).support).toEqual({ chatUrl: undefined, email: undefined });
  expect(readConfig({ SUPPORT_CHAT_URL: '', SUPPORT_EMAIL: '' }).support.chatUrl).toBeUndefined();
  const named = { SUPPORT_CHAT_URL: 'https://t.me/atrium', SUPPORT_EMAIL: 'support@atrium.example' };
  expect(readConfig(named).support).toEqual({ chatUrl: 'https://t.me/atrium', email: 'support@atrium.example' });
});

test.each([
  { SUPPORT_CHAT_URL: 'http://chat.example' },
  { SUPPORT_CHAT_URL: 'javascript:alert(1)' },
  { SUPPORT_CHAT_URL: 'chat' },
  { SUPPORT_EMAIL: 'support' },
  { SUPPORT_EMAIL: 'a@b.example?bcc=c@d.example' },
])('%j is refused by its name', (env) => {
  expect(() => readConfig(env)).toThrow(ConfigRefusal);
  expect(() => readConfig(env)).toThrow(Object.keys(env)[0]);
});
