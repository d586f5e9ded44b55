import { asc, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { requestReset, resendActivation, signUp } from '#contracts/auth.ts';
import type { Contract } from '#contracts/contract.ts';
import { contracts } from '#contracts/index.ts';
import { changePassword } from '#contracts/settings.ts';
import { mailbox, mails, members, signUps } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress } from '../../../support/app/api.ts';
import { emailsTo, linkIn } from '../../../support/people/emails.ts';
import { fillSignUp, GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const { services } = testServices;
const api = apiOf(testServices.app);

/** Input of each form of guests that sends an e-mail to this address. */
const FORMS = new Map<Contract, (email: string) => Promise<object>>([
  [signUp, (email) => fillSignUp(api, { email })],
  [resendActivation, async (email) => ({ email, bot_check: await api.answer() })],
  [requestReset, async (email) => ({ email, bot_check: await api.answer() })],
]);

test('every form of guests that sends an e-mail is tried here', () => {
  const mailing = contracts.filter(({ input }) => 'bot_check' in input.shape && 'email' in input.shape);
  expect(mailing.filter((one) => !FORMS.has(one)).map(({ path }) => path)).toEqual([]);
});

test.each([...FORMS].map(([contract, form]) => ({ path: contract.path, contract, form })))(
  '$path: the e-mail is in the language of the page, whatever the account’s is',
  async ({ contract, form }) => {
    const { username, email } = await newMember(api, testServices);
    await services.db.update(members).set({ language: 'ru' }).where(eq(members.username, username));
    const waiting = await fillSignUp(api);
    dataOf(await api.call(signUp, waiting, { address: newAddress(), language: 'ru' }));
    for (const to of [email, waiting.email]) {
      await emailsTo(testServices, to);
      await services.db.delete(mailbox).where(inArray(mailbox.to, [to]));
      dataOf(await api.call(contract, (await form(to)) as never, { address: newAddress(), language: 'fr' }));
      const sent = await emailsTo(testServices, to);
      expect(sent.length).toBeGreaterThan(0);
      for (const { text } of sent) expect(linkIn(text).pathname).toMatch(/^\/fr\//);
    }
    const [kept] = await services.db.select().from(signUps).where(eq(signUps.username, waiting.username));
    expect(kept?.language).toBe('ru');
  },
);

test('an e-mail about the account that no page asked for is in the language of the account', async () => {
  const { username } = await newMember(api, testServices);
  await services.db.update(members).set({ language: 'ru' }).where(eq(members.username, username));
  const { access } = await api.signIn(username, GUEST_PASSWORD);
  const form = { old: GUEST_PASSWORD, new: 'Green-5-apples', new_repeat: 'Green-5-apples' };
  dataOf(await api.call(changePassword, form, { bearer: access, language: 'fr' }));
  const [{ id } = { id: 0 }] = await services.db.select().from(members).where(eq(members.username, username));
  const sent = await services.db.select().from(mails).where(eq(mails.memberId, id)).orderBy(asc(mails.createdAt));
  expect(sent.at(-1)).toMatchObject({ kind: 'password-changed', language: 'ru' });
});
