import { type Member, memberPins } from '#server/db/schema/index.ts';
import { findByLogin } from '#server/auth/find-member.ts';
import { openSession } from '#server/auth/session/index.ts';
import { hashPin } from '#server/finance/index.ts';
import type { House } from '#server/services.ts';
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
  const { house, url } = await server.openHouse(name, members);
  const newest = members.slice(-count).map(({ username }) => username);
  const people = await crowd(house, newest);
  const app = await startApp({ DATABASE_URL: url, SESSION_SECRET: SECRET, TRUSTED_PROXY_HOPS: '1' });
  const close = async () => {
    await app.stop();
    await server.close();
  };
  return { house, people, app, close };
}

async function crowd(house: House, usernames: readonly string[]): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (const username of usernames) {
    const { member, cookie } = await signIn(house, username);
    await giveMoney(house, username, MONEY_MICROS);
    const pinHash = await hashPin(house.secrets, member.id, PIN);
    await house.db.insert(memberPins).values({ memberId: member.id, pinHash, setAt: house.clock.now() });
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
export async function signInAnew(house: House, visitors: readonly Visitor[]): Promise<void> {
  for (const visitor of visitors) visitor.cookie = (await signIn(house, visitor.username)).cookie;
}

async function signIn(house: House, username: string): Promise<{ member: Member; cookie: string }> {
  const member = await findByLogin(house.db, username);
  const tokens = member && (await openSession(house, member, { address: '127.0.0.1', userAgent: 'bench' }));
  if (!tokens) throw new Error(`${username} may not sign in`);
  return { member, cookie: `access_token=${tokens.access}; lang=ru` };
}
