import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logout } from '#contracts/auth.ts';
import { toApiRequest } from '#contracts/call.ts';
import { contracts } from '#contracts/index.ts';
import { getProfile } from '#contracts/profile.ts';
import { createApp } from '#server/http/calls/app.ts';
import { connect } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { afterwards } from '../../support/afterwards.ts';
import { apiOf, dataOf, refusalOf } from '../../support/app/api.ts';
import { GUEST_PASSWORD, newMember } from '../../support/people/guests.ts';
import { createTestServices } from '../../support/app/services.ts';

const testServices = await createTestServices();
const { services, databaseUrl } = testServices;
const api = apiOf(testServices.app);

const LOOKS = contracts.filter(({ method, caller, answers }) => method === 'GET' && caller === 'member' && !answers);
const WORDS = { id: crypto.randomUUID(), username: 'ivan', platform: 'licenses' };

async function lookAtAll(app: typeof testServices.app, bearer: string): Promise<[path: string, status: number][]> {
  const transport = inProcess(app);
  const answers: [string, number][] = [];
  for (const { path } of LOOKS) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, word: keyof typeof WORDS) => WORDS[word]);
    const apiRequest = { ...toApiRequest(getProfile, {}, 'en'), path: filled };
    apiRequest.headers['authorization'] = `Bearer ${bearer}`;
    const { status } = await transport(apiRequest, { address: '192.0.2.1', userAgent: '', requestId: 'test' });
    answers.push([path, status]);
  }
  return answers;
}

test('a look writes nothing, so that it may be taken before the session is known to stand', async () => {
  const { access } = await api.signIn('anna');
  const mayReadOnly = 'options=-crole%3Dpg_read_all_data';
  const reading = connect(`${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}${mayReadOnly}`);
  afterwards(() => reading.close());
  await expect(reading.db.update(members).set({ name: 'X' })).rejects.toThrow();
  const answers = await lookAtAll(createApp({ ...services, ...reading }), access);
  expect(answers.length).toBeGreaterThan(15);
  expect(answers.filter(([, status]) => status >= 500 || status === 401)).toEqual([]);
});

test('whoever was here a moment ago is told nothing once their session has ended', async () => {
  const { access, refresh } = await api.signIn('ivan');
  const before = await lookAtAll(testServices.app, access);
  expect(before.filter(([, status]) => status === 401)).toEqual([]);
  await api.call(logout, { refresh });
  const after = await lookAtAll(testServices.app, access);
  expect(after.filter(([, status]) => status !== 401)).toEqual([]);
});

test('what has changed about a member since their last look is in the next', async () => {
  const { username } = await newMember(api, testServices);
  const { access: bearer } = await api.signIn(username, GUEST_PASSWORD);
  const change = (to: Partial<Member>) => services.db.update(members).set(to).where(eq(members.username, username));
  const nameNow = async () => dataOf(await api.call(getProfile, {}, { bearer })).name;
  const before = await nameNow();
  await change({ name: 'Somebody Anew' });
  expect([await nameNow(), await nameNow()]).toEqual(['Somebody Anew', 'Somebody Anew']);
  expect(before).not.toBe('Somebody Anew');
  await change({ blockedAt: new Date() });
  expect(refusalOf(await api.call(getProfile, {}, { bearer }))).toBe('no_session');
});
