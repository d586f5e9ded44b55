import { eq } from 'drizzle-orm';
import { confirmReset, requestReset } from '#contracts/auth.ts';
import {
  getDestinations,
  resumeWithdrawals,
  saveDestination,
  stopWithdrawals,
  switchDestinationWait,
} from '#contracts/destinations.ts';
import type { InputOf } from '#contracts/contract.ts';
import { requestWithdrawal, setPin } from '#contracts/finance.ts';
import { RECENT_SECONDS } from '#domain/rescue.ts';
import { addSeconds } from '#server/base/clock.ts';
import { memberPins, members } from '#server/db/schema/index.ts';
import { ownersOf } from '../../server/members/settings/owner.ts';
import { type Api, dataOf, newAddress } from '../app/api.ts';
import { emailsTo, linkIn, type MailboxEmail, tokenIn } from './emails.ts';
import { GUEST_PASSWORD } from './guests.ts';
import { DEMO_PIN, giveMoney, moneyCall, WALLET } from './money.ts';
import type { TestServices } from '../app/services.ts';

export const NEW_PASSWORD = 'Green-5-apples';

/** Creates members with a PIN and money (1,000 USDT by default), and offers their actions on saved addresses. */
export function saversOf(testServices: TestServices) {
  const { api, newOwner } = ownersOf(testServices);
  return {
    api,
    async newSaver(micros = 1_000_000_000n) {
      const owner = await newOwner();
      const { username, email } = owner;
      let { bearer } = owner;
      const newPin = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: GUEST_PASSWORD };
      dataOf(await api.call(setPin, newPin, { bearer }));
      await giveMoney(testServices.services, username, micros);
      // “This wasn’t me” revokes a PIN set in the last RECENT_SECONDS, so this PIN gets an older date.
      const { services, clock } = testServices;
      const [{ id } = { id: 0 }] = await services.db.select().from(members).where(eq(members.username, username));
      const setAt = addSeconds(clock.now(), -RECENT_SECONDS);
      await services.db.update(memberPins).set({ setAt }).where(eq(memberPins.memberId, id));
      const mails = () => emailsTo(testServices, email);
      return {
        username,
        email,
        bearer: () => bearer,
        use(another: string) {
          bearer = another;
        },
        async signIn(password = GUEST_PASSWORD) {
          bearer = (await api.signIn(username, password)).access;
        },
        save: (given: Partial<InputOf<typeof saveDestination>> = {}, uid?: string) =>
          moneyCall(
            api,
            saveDestination,
            { name: 'My wallet', destination: WALLET, pin: DEMO_PIN, ...given },
            { bearer, ...(uid && { uid }) },
          ),
        list: async () => dataOf(await api.call(getDestinations, {}, { bearer })),
        turn: (to: 'on' | 'off', proof: { pin?: string; code?: string } = { pin: DEMO_PIN }) =>
          moneyCall(api, switchDestinationWait, { to, ...proof }, { bearer }),
        withdraw: (given: Partial<InputOf<typeof requestWithdrawal>> = {}) =>
          moneyCall(api, requestWithdrawal, { destination: WALLET, amount: '20', pin: DEMO_PIN, ...given }, { bearer }),
        resume: (proof: { pin?: string; code?: string } = {}) =>
          moneyCall(api, resumeWithdrawals, { pin: DEMO_PIN, ...proof }, { bearer }),
        mails,
        /** The token of the newest e-mail with a link “This wasn’t me”. */
        stopToken: async () => tokenIn((await mails()).findLast(isStop)),
        async resetPassword() {
          const answer = { email, bot_check: await api.answer() };
          dataOf(await api.call(requestReset, answer, { address: newAddress() }));
          const token = tokenIn((await mails()).findLast(({ text }) => text.includes('/reset?token=')));
          const form = { token, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
          dataOf(await api.call(confirmReset, form, { address: newAddress() }));
        },
      };
    },
    stop: (token: string) => stopBy(api, token),
  };
}

function isStop({ text }: MailboxEmail): boolean {
  return linkIn(text).pathname.endsWith('/auth/not-me');
}

function stopBy(api: Api, token: string) {
  return api.call(stopWithdrawals, { token }, { address: newAddress() });
}
