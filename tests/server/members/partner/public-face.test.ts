import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { photoInSize } from '#domain/photo.ts';
import { cardPath, publicFace } from '#domain/partner-card.ts';
import { members } from '#server/db/schema/index.ts';
import { cardDrawer } from '#server/members/partner/index.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { seedPhotos } from '#server/operator/seed/photos.ts';
import { visit } from '../../../support/app/http.ts';
import { SESSION_SECRET } from '../../../support/app/services.ts';
import { openTestSite } from '../../../support/app/site.ts';

const { port, database } = await openTestSite();
const { db } = database;
const USERNAME = 'priya';
const NAME = 'பிரியா ராமநாதன்';
const draw = cardDrawer({ productName: 'Atrium' });

beforeAll(() => database.transaction((tx) => seedPhotos(tx, { secrets: deriveSecrets([SESSION_SECRET]) })));

const priya = async () => (await db.select().from(members).where(eq(members.username, USERNAME)))[0]!;
let visits = 0;
/** A page with a query is rendered each time. */
const read = (path: string) => visit(port, `${path}?ref=${USERNAME}&visit=${(visits += 1)}`);

/** Public places that show a member, and which parts are visible there. */
const places: Record<string, (photo: string) => Promise<{ name: boolean; photo: boolean }>> = {
  'the partner page': async (photo) => {
    const { text } = await read(`/en/partnerlink/${USERNAME}`);
    const body = text.slice(text.indexOf('<body'));
    expect(body).toContain(USERNAME);
    return { name: text.includes(NAME), photo: body.includes(photoInSize(photo, 96)) };
  },
  'structured data': async (photo) => {
    const { text } = await read(`/en/partnerlink/${USERNAME}`);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    const { mainEntity } = JSON.parse(json) as { mainEntity: { name: string; image?: string } };
    return { name: mainEntity.name === NAME, photo: mainEntity.image?.endsWith(photo) ?? false };
  },
  'the API': async (photo) => {
    const { text } = await visit(port, `/api/partners/${USERNAME}/`);
    const shown = JSON.parse(text) as { name: string | null; photo: string | null };
    return { name: shown.name === NAME, photo: shown.photo === photo };
  },
  'sign-up': async (photo) => {
    const { text } = await read('/en/auth/sign-up');
    expect(text).toContain(`@${USERNAME}`);
    return { name: text.includes(NAME), photo: text.includes(photoInSize(photo, 96)) };
  },
  'the picture for messengers': async (photo) => {
    const { bytes } = await read(`/partner-cards/${USERNAME}.png`);
    const file = (await visit(port, photo)).bytes;
    const { careerStatus } = await priya();
    const face = { username: USERNAME, name: null, photo: null, career_status: careerStatus };
    const variants = [
      { name: false, photo: false, picture: await draw(face) },
      { name: true, photo: false, picture: await draw({ ...face, name: NAME }) },
      { name: false, photo: true, picture: await draw({ ...face, photo }, file) },
      { name: true, photo: true, picture: await draw({ ...face, name: NAME, photo }, file) },
    ];
    const drawn = variants.filter(({ picture }) => bytes.equals(picture));
    expect(drawn).toHaveLength(1);
    return { name: drawn[0]!.name, photo: drawn[0]!.photo };
  },
};

test.each([
  { partnerShowsName: true, hasPhoto: true },
  { partnerShowsName: true, hasPhoto: false },
  { partnerShowsName: false, hasPhoto: true },
  { partnerShowsName: false, hasPhoto: false },
])('a stranger sees name and photo everywhere or nowhere: $partnerShowsName, $hasPhoto', async (choice) => {
  const { photo } = await priya();
  const { partnerShowsName, hasPhoto } = choice;
  const before = await priya();
  await db
    .update(members)
    .set({ partnerShowsName, photo: hasPhoto ? photo : null })
    .where(eq(members.username, USERNAME));
  const expected = { name: partnerShowsName, photo: partnerShowsName && hasPhoto };
  const seen: Record<string, unknown> = {};
  for (const [place, look] of Object.entries(places)) seen[place] = await look(photo!);
  expect(seen).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, expected])));
  await db.update(members).set({ photo: before.photo }).where(eq(members.username, USERNAME));
});

test('a photo that is hidden, removed or exchanged gives the picture another address', async () => {
  const member = { ...(await priya()), partnerShowsName: true };
  const faces = [
    publicFace(member),
    publicFace({ ...member, partnerShowsName: false }),
    publicFace({ ...member, photo: null }),
    publicFace({ ...member, photo: '/photos/another.webp' }),
  ];
  expect(new Set(faces.map((face) => cardPath(USERNAME, face))).size).toBe(faces.length);
});

test('the photo on the page is small, and its place is kept free while it comes', async () => {
  await db.update(members).set({ partnerShowsName: true }).where(eq(members.username, USERNAME));
  const { text } = await read(`/en/partnerlink/${USERNAME}`);
  const [image = ''] = /<img [^>]*>/.exec(text) ?? [];
  expect(image).toMatch(/ width="96" height="96" loading="lazy"/);
  const [, src = ''] = /src="([^"]+)"/.exec(image) ?? [];
  expect((await visit(port, src)).bytes.length).toBeLessThan(4_000);
});
