import { type Member, memberPins } from '#server/db/schema/index.ts';
import { pageOwner } from '#server/members/auth/index.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import { hashPin } from '#server/members/finance/index.ts';
import type { Services } from '#server/api/services.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { giveMoney, WALLET } from '../people/money.ts';

export type Visitor = {
  username: string;
  cookie: string;
  /** The account that their pages name. */
  owner: string;
  /** Their own address, sent as by a trusted proxy. */
  address: string;
  /** Body of a withdrawal, as the form sends it. `left` is how often it may still be sent. */
  order: string;
  left: number;
};

const PIN = '4826';
const MONEY_MICROS = 1_000_000_000n;

export const PAGES = ['profile', 'team', 'finance', 'licenses', 'feed'].map((page) => `/ru/dashboard/${page}`);
export const READS = ['users/profile/', 'team/totals/', 'finance/balance/', 'finance/history/', 'feed/'].map(
  (path) => `/api/${path}`,
);

export async function openVisitors(services: Services, usernames: readonly string[]): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (const username of usernames) {
    const { member, cookie } = await signIn(services, username);
    await giveMoney(services, username, MONEY_MICROS);
    const hashed = await hashPin(services, member.id, PIN);
    await services.db.insert(memberPins).values({ memberId: member.id, ...hashed, setAt: services.clock.now() });
    visitors.push({
      username,
      cookie,
      owner: pageOwner(services, { kind: 'member', id: member.id, name: username }),
      address: `10.0.${visitors.length >> 8}.${visitors.length & 255}`,
      order: JSON.stringify({ destination: WALLET, amount: '10.00', pin: PIN }),
      left: LIMITS.withdrawalAccount.max,
    });
  }
  return visitors;
}

/** A cookie is valid for an hour. */
export async function signInAnew(services: Services, visitors: readonly Visitor[]): Promise<void> {
  for (const visitor of visitors) visitor.cookie = (await signIn(services, visitor.username)).cookie;
}

async function signIn(services: Services, username: string): Promise<{ member: Member; cookie: string }> {
  const member = await findByLogin(services.db, username);
  const tokens = member && (await openSession(services, member, { address: '127.0.0.1', userAgent: 'visitor' }));
  if (!tokens) throw new Error(`${username} may not sign in`);
  return { member, cookie: `access_token=${tokens.access}; lang=ru` };
}
