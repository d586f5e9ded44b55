import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { oweMail, sweepMails } from '#server/mail/index.ts';
import { openTestHouse } from '../../support/services.ts';
import { lettersTo } from '../../support/letters.ts';
import { memberOf } from '../../support/stage.ts';

const testHouse = await openTestHouse();
const { house } = testHouse;

/** Owes somebody a letter that an app took to its desk so long ago. */
async function oweTaken(username: string, minutesAgo: number, worker: string): Promise<string> {
  const member = await memberOf(testHouse, username);
  await house.transaction((tx) => oweMail(tx, house, member, 'reset'));
  await house.db.execute(sql`
    update graphile_worker._private_jobs
    set locked_at = now() - make_interval(mins => ${minutesAgo}), locked_by = ${worker} where locked_by is null`);
  return member.email;
}

test('the letter of a killed app is sent minutes later, and one that somebody is at is left to them', async () => {
  const lost = await oweTaken('anna', 6, 'killed');
  const atWork = await oweTaken('ivan', 1, 'busy');
  expect(await lettersTo(testHouse, lost)).toEqual([]);
  await sweepMails(house);
  await sweepMails(house);
  expect(await lettersTo(testHouse, lost)).toHaveLength(1);
  expect(await lettersTo(testHouse, atWork)).toEqual([]);
});
