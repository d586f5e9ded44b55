import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getDisclosure, getDisclosureFacts } from '#contracts/disclosure.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { members } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { app, services, clock } = await createTestServices();
const api = apiOf(app);
const read = async () => dataOf(await api.call(getDisclosure, {}, { address: newAddress() }));

test('everybody is counted, with the date, and no money is made up', async () => {
  expect(await read()).toEqual({
    computed_at: clock.now().toISOString(),
    members: {
      all: CAST.length,
      active: CAST.filter(({ active }) => active).length,
    },
    money: null,
  });
});

test('the line for other pages is empty before the first transfer, however old the count', async () => {
  expect(dataOf(await api.call(getDisclosureFacts, {}))).toEqual({ facts: null });
});

test('figures are as old as they say, and at most ten minutes', async () => {
  const first = await read();
  await services.db.update(members).set({ active: true }).where(eq(members.username, 'marie'));
  clock.advance(599);
  expect(await read()).toEqual(first);
  clock.advance(1);
  const later = await read();
  expect(later.members.active).toBe(first.members.active + 1);
  expect(later.computed_at).toBe(clock.now().toISOString());
});
