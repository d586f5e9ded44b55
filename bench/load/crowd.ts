import { type Member, memberPins } from '#server/db/schema/index.ts';
import { findByLogin } from '#server/auth/find-member.ts';
import { openSession } from '#server/auth/session/index.ts';
import { hashPin } from '#server/finance/index.ts';
import type { Services } from '#server/services.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { giveMoney, WALLET } from '../../tests/support/money.ts';
import { peopleBelow } from '../../tests/support/people.ts';
import { startApp } from '../app.ts';
import { openBenchServer, SECRET } from '../bench-server.ts';

export type Visitor = {
  username: string;
  cookie: string;
  /** Each comes from an address of their own, as a trusted proxy tells it. */
  address: string;
  /** A withdrawal as its form sends it, and how often it may be sent yet. */
  order: string;
  left: number;
};

const PIN = '4826';
const MONEY_MICROS = 1_000_000_000n;

/** The app on a database of its own with so many members who are signed in, with money and a PIN. */
export async function openCrowd(name: string, count: number) {
  const server = await openBenchServer();
  const members = peopleBelow('anna', count, Math.random);
  const { services, url } = await server.createServices(name, members);
  const newest = members.slice(-count).map(({ username }) => username);
  const people = await crowd(services, newest);
  const app = await startApp({ DATABASE_URL: url, SESSION_SECRET: SECRET, TRUSTED_PROXY_HOPS: '1' });
  const close = async () => {
    await app.stop();
    await server.close();
  };
  return { services, people, app, close };
}

export async function crowd(services: Services, usernames: readonly string[]): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (const username of usernames) {
    const { member, cookie } = await signIn(services, username);
    await giveMoney(services, username, MONEY_MICROS);
    const pinHash = await hashPin(services.secrets, member.id, PIN);
    await services.db.insert(memberPins).values({ memberId: member.id, pinHash, setAt: services.clock.now() });
    visitors.push({
      username,
      cookie,
      address: `10.0.${visitors.length >> 8}.${visitors.length & 255}`,
      order: JSON.stringify({ destination: WALLET, amount: '10.00', pin: PIN }),
      left: LIMITS.withdrawalAccount.max,
    });
  }
  return visitors;
}

/** A cookie is good for an hour. */
export async function signInAnew(services: Services, visitors: readonly Visitor[]): Promise<void> {
  for (const visitor of visitors) visitor.cookie = (await signIn(services, visitor.username)).cookie;
}

async function signIn(services: Services, username: string): Promise<{ member: Member; cookie: string }> {
  const member = await findByLogin(services.db, username);
  const tokens = member && (await openSession(services, member, { address: '127.0.0.1', userAgent: 'bench' }));
  if (!tokens) throw new Error(`${username} may not sign in`);
  return { member, cookie: `access_token=${tokens.access}; lang=ru` };
}
