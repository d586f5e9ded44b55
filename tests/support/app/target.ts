import { eq } from 'drizzle-orm';
import type { Contract } from '#contracts/contract.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { seedStaff } from '#server/operator/seed/staff.ts';
import { staff } from '#server/db/schema/index.ts';
import { openStaffSession } from '#server/operator/staff/session.ts';
import { newAddress } from './api.ts';
import { type HttpAnswer, visit } from './http.ts';
import { memberOf, openStage, type Stage } from './stage.ts';

type Request = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

/** The running product as an attacker sees it, with members and staff. */
export type Target = Stage & {
  port: number;
  /** Sends an HTTP request, from a new address unless one is given. */
  send(request: Request, who?: { bearer?: string | undefined; address?: string }): Promise<HttpAnswer>;
  session(username: string): Promise<{ access: string; refresh: string }>;
  /** Opens a session of the console with a just verified second factor. */
  staffSession(name: string): Promise<string>;
  /** The bearer that a call needs; undefined for a call without one. */
  bearerFor(contract: Contract, member: string, person?: string): Promise<string | undefined>;
  /** Resets rate limits and wrong PINs, so that they hide no other refusal. */
  forgetTries(): Promise<void>;
};

type Options = { people?: readonly Person[]; money?: boolean; env?: NodeJS.ProcessEnv };

export const OPERATOR_KEY = 'the key of the programs that post earnings here';

/** The site is behind one proxy, so that each request can have a separate address. */
export async function openTarget({ people = CAST, money = false, env }: Options = {}): Promise<Target> {
  const stage = await openStage({ people, money, env: { OPERATOR_KEY, ...env } });
  const { services } = stage;
  await services.transaction((tx) => seedStaff(tx, services));
  const port = Number(new URL(stage.origin).port);
  const session: Target['session'] = async (username) => {
    const tokens = await openSession(services, await memberOf(stage, username), { address: '', userAgent: '' });
    if (!tokens) throw new Error(`${username} may not sign in.`);
    return tokens;
  };
  const staffSession: Target['staffSession'] = async (name) => {
    const [person] = await services.db
      .select()
      .from(staff)
      .where(eq(staff.email, `${name}@demo.example`));
    const caller = { address: '', userAgent: '', language: 'en', requestId: 'test' } as const;
    return (await openStaffSession(services.db, services, person!, caller)).token;
  };
  return {
    ...stage,
    port,
    session,
    staffSession,
    send: ({ method, path, headers, body }, { bearer, address = newAddress() } = {}) =>
      visit(port, path, {
        method,
        headers: {
          'x-forwarded-for': address,
          'accept-language': 'en',
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
    async bearerFor({ caller }, member, person = 'oscar') {
      if (caller === 'member') return (await session(member)).access;
      if (caller === 'staff') return staffSession(person);
      return caller === 'operator' ? OPERATOR_KEY : undefined;
    },
    async forgetTries() {
      await services.db.execute(`delete from rate_limits`);
      await services.db.execute(
        `update member_pins set wrong_tries = 0, waits_until = null, closed_at = null where wrong_tries > 0`,
      );
    },
  };
}
