import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listSitemapPart, listSitemapParts } from '#contracts/partner.ts';
import { ALL_LANGUAGES } from '#domain/languages.ts';
import { members } from '#server/db/schema/index.ts';
import { sitemapIndex, sitemapOfPartners } from '#server/http/crawlers/sitemap.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { app, services, clock } = await createTestServices();
const api = apiOf(app);
const site = { origin: 'https://atrium.example', languages: ALL_LANGUAGES };

const parts = async () => dataOf(await api.call(listSitemapParts, {}, { address: newAddress() })).items;
const refsOf = async (part: number) => {
  const answer = await api.call(listSitemapPart, { part: String(part) }, { address: newAddress() });
  return dataOf(answer).items.map(({ ref }) => ref);
};
const allRefs = async () => (await Promise.all((await parts()).map(({ part }) => refsOf(part)))).flat();

test('only those who want to be found are in it, as long as they can invite', async () => {
  expect(await allRefs()).toEqual(['anna']);
  await services.db.update(members).set({ inSitemap: true });
  expect((await allRefs()).toSorted()).toEqual(['anna', 'ivan', 'jonas', 'marie', 'priya', 'root']);
  await services.db.update(members).set({ blockedAt: clock.now() }).where(eq(members.username, 'jonas'));
  expect(await allRefs()).not.toContain('jonas');
});

test('a part ends before 50,000 addresses and 50 MB, and a member stays in theirs', async () => {
  const borders = [8333, 8334, 16_666, 16_667];
  await services.db.execute(sql`
    insert into members (id, username, email, password_hash, language, ref_code, registered_at, registered_on,
      activated_at, in_sitemap)
    overriding system value
    select id, 'at-' || id, 'at-' || id || '@demo.example', '', 'ru', 'M' || id, now(), now()::date, now(), true
    from unnest(array[${sql.join(borders, sql`, `)}]::integer[]) id`);
  expect(await parts()).toEqual([{ part: 0 }, { part: 1 }, { part: 2 }]);
  expect(await refsOf(0)).toContain('M8333');
  expect(await refsOf(1)).toEqual(['M8334', 'M16666']);
  expect(await refsOf(2)).toEqual(['M16667']);

  const full = Array.from({ length: 8333 }, (_, index) => ({ ref: `M${String(index).padStart(7, '0')}` }));
  const xml = [...sitemapOfPartners(site, full)].join('');
  expect(xml.match(/<loc>/g)?.length).toBeLessThanOrEqual(50_000);
  expect(Buffer.byteLength(xml)).toBeLessThan(50 * 1024 * 1024);
});

test('the index names each part by its address', () => {
  expect([...sitemapIndex(site, [{ part: 0 }, { part: 12 }])].join('')).toContain(
    '<loc>https://atrium.example/sitemap-12.xml</loc>',
  );
});

test.each(['-1', '1e9', '9999999', 'x', '1; drop table members', ''])('there is no part %j', async (part) => {
  const answer = await api.call(listSitemapPart, { part: part || ' ' }, { address: newAddress() });
  expect(refusalOf(answer)).toBe('invalid');
});

test('a part with nobody in it is not there', async () => {
  const answer = await api.call(listSitemapPart, { part: '999999' }, { address: newAddress() });
  expect(refusalOf(answer)).toBe('not_found');
});
