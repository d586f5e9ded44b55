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

/** The running product as an attacker meets it, with people on both sides of it. */
export type Target = Stage & {
  port: number;
  /** A request over http, from an address of its own unless one is given. */
  send(request: Request, who?: { bearer?: string | undefined; address?: string }): Promise<HttpAnswer>;
  /** A session of a member's, without the form. */
  session(username: string): Promise<{ access: string; refresh: string }>;
  /** A session at the console, its second factor just shown. */
  staffSession(name: string): Promise<string>;
  /** Whose session a call takes; nothing for one that takes none. */
  bearerFor(contract: Contract, member: string, person?: string): Promise<string | undefined>;
  /** Forgets every try, so that limits hide nothing behind them; those of wrong PINs too. */
  forgetTries(): Promise<void>;
};

type Options = { people?: readonly Person[]; money?: boolean; env?: NodeJS.ProcessEnv };

export const OPERATOR_KEY = 'the key of the programs that post earnings here';

/** One proxy in front, so that everybody can come from an address of their own. */
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
