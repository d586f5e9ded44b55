import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { requestPlace } from '#contracts/places.ts';
import { getTransaction, type Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import type { Person } from '#server/operator/seed/cast.ts';
import { seedPlans } from '#server/operator/seed/places.ts';
import { reconcileTransaction } from '#server/members/transactions/index.ts';
import { type Api, apiOf, dataOf } from '../app/api.ts';
import { createTestServices, type TestServices } from '../app/services.ts';
import { openTestNode, type TestNode } from '../world/node.ts';

export type Market = TestServices &
  TestNode & {
    api: Api;
    bearerOf(username: string): Promise<string>;
    /** Requests a place; resolves to the raw result. */
    ask(
      username: string,
      planId: string,
      rest?: { uid?: string; price?: string; at_once?: boolean },
    ): ReturnType<Api['call']>;
    request(username: string, planId: string): Promise<Transaction>;
    /** Reconciles the transaction with the node, then returns what its owner sees. */
    look(username: string, id: string): Promise<Transaction>;
    buy(username: string, planId: string): Promise<Transaction>;
    isActive(username: string): Promise<boolean>;
  };

/** An app with places for sale and a node to pay at. It begins without places, so all members are inactive. */
export async function openMarket({ people }: { people?: readonly Person[] } = {}): Promise<Market> {
  let houseNow = () => new Date();
  const testNode = await openTestNode({ now: () => houseNow() });
  const testServices = await createTestServices({ node: testNode.node, ...(people && { people }) });
  const { services, app } = testServices;
  houseNow = () => services.clock.now();
  await services.transaction((tx) => seedPlans(tx, services));
  await services.db.execute(sql`update members set active = false where active`);
  const api = apiOf(app);
  // Opens a new session each time, because tests advance the clock by hours.
  const bearerOf = async (username: string) => {
    const member = await findByLogin(services.db, username);
    const tokens = member && (await openSession(services, member, { address: '', userAgent: '' }));
    if (!tokens) throw new Error(`${username} may not sign in.`);
    return tokens.access;
  };
  const ask: Market['ask'] = async (username, planId, { uid = randomUUID(), ...rest } = {}) =>
    api.call(
      requestPlace,
      { platform: platformOf(planId), plan: planId, at_once: true, ...rest },
      { bearer: await bearerOf(username), uid },
    );
  const request = async (username: string, planId: string) => dataOf(await ask(username, planId)) as Transaction;
  const look: Market['look'] = async (username, id) => {
    await reconcileTransaction(services, { transactionId: id });
    return dataOf(await api.call(getTransaction, { id }, { bearer: await bearerOf(username) }));
  };
  return {
    ...testServices,
    ...testNode,
    get state() {
      return testNode.state;
    },
    api,
    bearerOf,
    ask,
    request,
    look,
    async buy(username, planId) {
      const { id } = await request(username, planId);
      const { missing } = await look(username, id);
      testNode.state.pay(id, { amount: missing });
      return look(username, id);
    },
    async isActive(username) {
      return (await findByLogin(services.db, username))?.active ?? false;
    },
  };
}

function platformOf(planId: string): Platform {
  return planId.replace(/-\d+$/, '') as Platform;
}
