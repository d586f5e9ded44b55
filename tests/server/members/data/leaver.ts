import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { activate, signUp } from '#contracts/auth.ts';
import type { InputOf } from '#contracts/contract.ts';
import { closeAccount } from '#contracts/data.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import { type Api, apiOf, dataOf, newAddress } from '../../../support/app/api.ts';
import { fillSignUp, GUEST_PASSWORD } from '../../../support/people/guests.ts';
import type { TestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';

export type Leaver = { id: number; username: string; email: string; refCode: string; bearer: string; refresh: string };

let leavers = 0;

/** Creates members whose username is no prefix of another one, and closes their accounts. */
export function leaversOf(testServices: TestServices) {
  const { services } = testServices;
  const api: Api = apiOf(testServices.app);
  const rowOf = async (id: number): Promise<Member> => {
    const [row] = await services.db.select().from(members).where(eq(members.id, id));
    if (!row) throw new Error(`there is no member ${id}`);
    return row;
  };
  return {
    api,
    rowOf,
    async newLeaver(ref = 'anna', name?: string): Promise<Leaver> {
      leavers += 1;
      const username = name ?? `leaving.${leavers}.rita`;
      const email = `leaving.${leavers}.rita@demo.example`;
      const form = await fillSignUp(api, { username, email, ref });
      dataOf(await api.call(signUp, form, { address: newAddress() }));
      const token = tokenIn((await emailsTo(testServices, email)).at(-1));
      dataOf(await api.call(activate, { token }, { address: newAddress() }));
      const [row] = await services.db.select().from(members).where(eq(members.username, username));
      const { access, refresh } = await api.signIn(username, GUEST_PASSWORD);
      return { id: row!.id, username, email, refCode: row!.refCode, bearer: access, refresh };
    },
    close: (
      { bearer }: Pick<Leaver, 'bearer'>,
      input: Partial<InputOf<typeof closeAccount>> = {},
      uid: string = randomUUID(),
    ) => api.call(closeAccount, { password: GUEST_PASSWORD, ...input }, { bearer, uid, address: newAddress() }),
  };
}
