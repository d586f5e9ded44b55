import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getPartner } from '#contracts/partner.ts';
import { getProfile } from '#contracts/profile.ts';
import { members, operatorLog } from '#server/db/schema/index.ts';
import { carryOut } from '#server/operator/carry-out.ts';
import { apiOf } from '../support/api.ts';
import { openTestHouse } from '../support/house.ts';

const { house, app } = await openTestHouse();
const api = apiOf(app);
const order = (...argv: string[]) => carryOut(house, argv, 'olga');
const log = () => house.db.select().from(operatorLog).orderBy(desc(operatorLog.id));
const member = async (username: string) => {
  const [found] = await house.db.select().from(members).where(eq(members.username, username));
  return found;
};

describe('members list', () => {
  test('says who there is, a page at a time', async () => {
    const first = await order('members', 'list', '--limit', '3');
    expect(first).toMatchObject({ data: { items: [{ username: 'anna' }, { username: 'ivan' }, {}], next: 'jonas' } });
    const second = await order('members', 'list', '--limit', '3', '--after', 'jonas');
    expect(second).toMatchObject({ data: { items: [{ username: 'lena', state: 'not activated' }, {}, {}] } });
  });

  test('takes a search as it is written', async () => {
    expect(await order('members', 'list', '--search', 'РЯНИН')).toMatchObject({
      data: { items: [{ username: 'anna' }] },
    });
    expect(await order('members', 'list', '--search', '%')).toMatchObject({ data: { items: [] } });
  });
});

describe('members status', () => {
  test('gives a career status and keeps who did it and why', async () => {
    const done = await order('members', 'status', 'Marie', 'gold_director', '--why', 'autumn results', '--by', 'pavel');
    expect(done).toMatchObject({ data: { username: 'marie', before: 'none', career_status: 'gold_director' } });
    expect(await member('marie')).toMatchObject({ careerStatus: 'gold_director' });
    expect((await log())[0]).toMatchObject({ operator: 'pavel', command: 'members status', reason: 'autumn results' });
  });

  test.each([
    [['members', 'status', 'marie', 'emperor', '--why', 'x'], /no career status “emperor”/],
    [['members', 'status', 'nobody', 'director', '--why', 'x'], /no member “nobody”/],
    [['members', 'status', 'ivan', 'none'], /Say why/],
    [['members', 'status', 'ivan', 'none', '--why', ' '], /Say why/],
    [['members', 'promote', 'ivan'], /no command “members promote ivan”/],
    [['members', 'list', '--sort', 'x'], /sort/],
  ])('%j is refused and leaves no trace', async (argv, sentence) => {
    const before = await log();
    expect(await order(...argv)).toEqual({ refused: expect.stringMatching(sentence) });
    expect(await log()).toEqual(before);
  });
});

describe('members block', () => {
  test('ends the sessions at once, closes the door and the link, and can be undone', async () => {
    const { access } = await api.signIn('jonas');
    const me = () => api.call(getProfile, {}, { bearer: access });
    const card = () => api.call(getPartner, { ref: 'jonas' });
    expect(await me()).toMatchObject({ success: true });

    expect(await order('members', 'block', 'jonas', '--why', 'asked us to')).toMatchObject({ data: { blocked: true } });
    expect(await me()).toMatchObject({ error: { code: 'no_session' } });
    expect(await card()).toMatchObject({ error: { code: 'not_found' } });
    await expect(api.signIn('jonas')).rejects.toThrow('member_blocked');
    expect(await order('members', 'block', 'jonas', '--why', 'again')).toEqual({
      refused: 'jonas is blocked already.',
    });

    expect(await order('members', 'unblock', 'jonas', '--why', 'a mistake')).toMatchObject({
      data: { blocked: false },
    });
    expect(await me()).toMatchObject({ error: { code: 'no_session' } });
    expect(await card()).toMatchObject({ success: true });
    await expect(api.signIn('jonas')).resolves.toHaveProperty('access');
  });
});

test('help names every command with its use', async () => {
  const help = await order('help');
  expect(help).toMatchObject({ words: expect.stringContaining('members block USERNAME --why TEXT') });
});
