import { getStaffSession, signInStaff } from '#contracts/console/session.ts';
import type { Result } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { sql } from 'drizzle-orm';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET, seedStaff } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { type Api, apiOf, dataOf, newAddress } from '../app/api.ts';
import type { TestServices } from '../app/services.ts';

/** A person at the console; calls use their session. */
export type StaffApi = {
  token: string;
  id: number;
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<Result<OutputOf<C>>>;
};

/** Adds the console's people. */
export async function openConsole({ services, app, clock }: TestServices) {
  await services.transaction((tx) => seedStaff(tx, services));
  const api = apiOf(app);
  return {
    api,
    /** Advances the clock, because each code of the second factor is accepted once. */
    async signIn(name: string): Promise<StaffApi> {
      clock.advance(30);
      return signInAs(api, name, clock.now());
    },
    /** The audit log, newest first. */
    async log(): Promise<{ actor: string; action: string; subject: string; reason: string }[]> {
      const { rows } = await services.db.execute<{ actor: string; action: string; subject: string; reason: string }>(
        sql`select actor, action, subject, reason from audit_log order by number desc`,
      );
      return rows;
    },
  };
}

async function signInAs(api: Api, name: string, now: Date): Promise<StaffApi> {
  const typed = { email: emailOf(name), password: DEMO_PASSWORD, code: totpCode(DEMO_TOTP_SECRET, now) };
  const input = { ...typed, bot_check: await api.answer() };
  const { token } = dataOf(await api.call(signInStaff, input, { address: newAddress() }));
  const { id } = dataOf(await api.call(getStaffSession, {}, { bearer: token }));
  return { token, id, call: (contract, asked) => api.call(contract, asked, { bearer: token }) };
}

export function emailOf(name: string): string {
  return `${name}@demo.example`;
}
