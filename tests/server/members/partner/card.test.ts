import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getPartner } from '#contracts/partner.ts';
import { cardPath, cardVersion } from '#domain/partner-card.ts';
import { getProfile } from '#contracts/profile.ts';
import { members } from '#server/db/schema/index.ts';
import { cardDrawer } from '#server/members/partner/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { newMember } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { rawCall } from '../../../support/app/raw-call.ts';

const testServices = await createTestServices();
const { app, services, clock } = testServices;
const api = apiOf(app);
const draw = cardDrawer({ productName: 'Atrium' });
const card = (ref: string) => api.call(getPartner, { ref }, { address: newAddress() });

test('who has said nothing is shown by username only', async () => {
  expect(await card('ivan')).toMatchObject({ data: { username: 'ivan', name: null, photo: null } });
});

test('name and photo are shown once their owner allows it, and gone when they take it back', async () => {
  expect(await card('anna')).toMatchObject({ data: { name: 'Анна Северянина' } });
  const allow = (partnerShowsName: boolean) =>
    services.db.update(members).set({ partnerShowsName, photo: '/photos/p.webp' }).where(eq(members.username, 'priya'));
  await allow(true);
  expect(await card('priya')).toMatchObject({ data: { name: 'பிரியா ராமநாதன்', photo: '/photos/p.webp' } });
  await allow(false);
  expect(await card('priya')).toMatchObject({ data: { name: null, photo: null } });
});

test('the card says nothing else of a member', async () => {
  const { body } = await rawCall(app, '/api/partners/anna/');
  expect(Object.keys(body).toSorted()).toEqual(['career_status', 'member_since', 'name', 'photo', 'username']);
});

test.each([
  'nobody',
  'lena',
  'ANNA',
  'a'.repeat(4000),
  'anna\nivan',
  'anna\r\n',
  'an%',
  "anna'",
  'anna\u0000',
  '.',
  'ännä',
])('there is no partner with the code %j', async (ref) => expect(refusalOf(await card(ref))).toBe('not_found'));

test('a blocked member is not there', async () => {
  const { username } = await newMember(api, testServices);
  await services.db.update(members).set({ refCode: username }).where(eq(members.username, username));
  expect(refusalOf(await card(username))).toBe('done');
  await services.db.update(members).set({ blockedAt: clock.now() }).where(eq(members.username, username));
  expect(refusalOf(await card(username))).toBe('not_found');
});

test('ten thousand looks from one address end in a sentence with a time to wait', async () => {
  const address = newAddress();
  const answers = [];
  for (let index = 0; index < 130; index += 1) answers.push(await api.call(getPartner, { ref: 'anna' }, { address }));
  const refused = answers.find((answer) => !answer.success);
  expect(refused).toMatchObject({ error: { status: 429, detail: expect.stringMatching(/\w+ \w+/) } });
  expect(refused?.error.retryAfterSeconds).toBeGreaterThan(0);
});

test('a newcomer reads by which link they came, and when', async () => {
  const { username } = await newMember(api, testServices);
  const { access: bearer } = await api.signIn(username, 'Blue-4-horses');
  const me = dataOf(await api.call(getProfile, {}, { bearer }));
  expect(me).toMatchObject({
    inviter: { username: 'anna' },
    joined_by: { ref_code: 'anna', at: me.registered_at, via: 'code' },
  });
  const { access: top } = await api.signIn('root');
  expect(await api.call(getProfile, {}, { bearer: top })).toMatchObject({ data: { joined_by: null } });
});

test('a card’s picture is a PNG of the size that messengers want, drawn once', async () => {
  const anna = { username: 'anna', name: 'Анна Северянина', photo: null, career_status: 'regional_director' } as const;
  const [first, second] = await Promise.all([draw(anna), draw(anna)]);
  expect(second).toBe(first);
  const head = Buffer.from(first);
  expect(head.subarray(1, 4).toString()).toBe('PNG');
  expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(first.length).toBeLessThan(80_000);
});

const nobody = { username: 'anna', name: null, photo: null, career_status: 'none' } as const;

test.each([
  ['Tamil', 'பிரியா ராமநாதன்'],
  ['Devanagari', 'क्षितिज शर्मा'],
  ['Bengali', 'অনির্বাণ'],
  ['Gujarati', 'હાર્દિક'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ'],
  ['Telugu', 'శ్రీనివాస్'],
  ['Kannada', 'ಕೃಷ್ಣ'],
  ['Malayalam', 'ശ്രീജിത്ത്'],
  ['Sinhala', 'ශ්‍රී'],
  ['Arabic', 'محمد علي'],
  ['Hebrew', 'שרה'],
  ['Greek', 'Γιώργος'],
  ['Armenian', 'Հայկ'],
  ['Georgian', 'გიორგი'],
  ['Thai', 'สมชาย'],
  ['Latin with every mark', 'Łukasz Őry Nguyễn Ağaoğlu Þór'],
  ['Cyrillic of other languages', 'Әйгерім Ґалаґан Јован'],
  ['two scripts at once', 'Priya பிரியா'],
])('a name in %s is drawn', async (_, name) => {
  const [withName, without] = await Promise.all([draw({ ...nobody, name }), draw(nobody)]);
  expect(Buffer.from(withName).equals(without)).toBe(false);
});

test.each(['アトリウム', '王小明', '𝒜𝓃𝓃𝒶 ', 'Anna 🌞', 'anna\u0000', 'anna\nivan'])(
  'the name %j, for which there are no letters, gives way to the username',
  async (name) => {
    const [withName, without] = await Promise.all([draw({ ...nobody, name }), draw(nobody)]);
    expect(Buffer.from(withName).equals(without)).toBe(true);
  },
);

test('a name far too long, or made to break the drawing, still gives a picture', async () => {
  const unwritable = cardDrawer({ productName: 'アトリウム' });
  for (const name of ['<script>&"', '</text><image href="/etc/passwd"/>', '&#x41;', 'x'.repeat(1000)]) {
    const picture = await unwritable({ ...nobody, username: 'x'.repeat(32), name });
    expect(picture.length).toBeGreaterThan(5_000);
  }
});

test('another name, another address of the picture', () => {
  const face = { username: 'anna', name: null, photo: null, career_status: 'none' } as const;
  expect(cardVersion(face)).not.toBe(cardVersion({ ...face, name: 'Anna' }));
  expect(cardVersion(face)).not.toBe(cardVersion({ ...face, career_status: 'director' }));
  expect(cardPath('anna', face)).toMatch(/^\/partner-cards\/anna\.png\?v=\w+$/);
});
