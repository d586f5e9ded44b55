import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { hashPin } from '#server/members/finance/index.ts';
import { memberPins } from '#server/db/schema/index.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { REUSE_SECONDS } from '#server/members/auth/session/tokens.ts';
import { type LimitName, resetRateLimit, textKey } from '#server/api/rate-limits.ts';
import { newAddress } from '../support/app/api.ts';
import { answerQuestion } from '../support/people/bot-check.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../support/people/money.ts';
import { memberOf } from '../support/app/stage.ts';
import { eventAbout, signedWebhook } from '../support/world/webhook.ts';
import { type Answer, ask, type Ask, isAgain } from './ask.ts';
import type { World } from './world.ts';

/** Confirmed outcomes, to be checked afterwards. */
export type Told = {
  withdrawals: Map<string, string>;
  requests: Map<string, string>;
  cancelled: Set<string>;
  /** Paid transactions with their price. */
  paid: Map<string, string>;
  sessions: { opened: number; refreshed: number; late: number };
  resets: number;
  /** Number of responses by call and status. */
  counts: Map<string, number>;
  /** Responses that must never happen. */
  wrong: string[];
  slowestMs: number;
  /** Unfinished payouts. Faults delay payouts longer than members wait. */
  open: number;
};

export type Crowd = {
  told: Told;
  stop(): Promise<void>;
};

const PLENTY = 1_000_000_000_000n;
const PLANS = ['licenses-1', 'turbo-1', 'fast-money-1', 'dreamx-1'];
const LIMITED = ['signInAccount', 'withdrawalAccount', 'placeRequestAccount'] as const satisfies LimitName[];
/** One less than an account may request per hour: a job that is interrupted after its work counts twice. */
const RESETS = 2;
/** With more than these, the quiet period is too short to pay all out. */
const OPEN_MAX = 400;
/** Longest pause between two actions. */
const THINK_MS = 150;

/** Lets these members act one step after another. They retry unanswered requests, as a browser does. */
export async function letIn(world: World, usernames: readonly string[], random: () => number): Promise<Crowd> {
  const { port, services, node } = world;
  const told: Told = {
    withdrawals: new Map(),
    requests: new Map(),
    cancelled: new Set(),
    paid: new Map(),
    sessions: { opened: 0, refreshed: 0, late: 0 },
    resets: 0,
    counts: new Map(),
    wrong: [],
    slowestMs: 0,
    open: 0,
  };
  let isOver = false;

  const count = (what: string) => told.counts.set(what, (told.counts.get(what) ?? 0) + 1);

  async function once(what: string, question: Ask): Promise<Answer> {
    const answer = await ask(port, question);
    told.slowestMs = Math.max(told.slowestMs, answer.status === 0 ? 0 : answer.tookMs);
    count(`${what} ${answer.status || 'broken'}`);
    if (answer.status >= 500 && answer.status !== 503) {
      told.wrong.push(`${what} was answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    return answer;
  }

  async function insist(what: string, question: Ask): Promise<Answer> {
    for (;;) {
      const answer = await once(what, question);
      if (!isAgain(answer)) return answer;
      await delay(50 + random() * 50);
    }
  }

  function expectStatus(what: string, answer: Answer, ...expected: number[]): boolean {
    if (expected.includes(answer.status)) return true;
    told.wrong.push(`${what} was answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
    return false;
  }

  async function live(username: string): Promise<void> {
    const { id: memberId } = await memberOf({ services }, username);
    let session = await signIn();
    let unfinished: string | undefined;
    const closed = new Set<string>();
    let resets = 0;

    async function signIn(): Promise<{ access: string; refresh: string }> {
      for (;;) {
        const address = newAddress();
        const check = await insist('bot check', { path: '/api/auth/bot-check/?only=question', address });
        const bot_check = answerQuestion(check.body['question'] as { token: string; words: string });
        const body = { login: username, password: DEMO_PASSWORD, bot_check };
        const answer = await insist('sign-in', { path: '/api/auth/sign-in/', address, body });
        // Tries without a received response also count.
        if (answer.status === 429) {
          await forgetLimits();
          continue;
        }
        if (!expectStatus('sign-in', answer, 200)) continue;
        told.sessions.opened += 1;
        return answer.body as { access: string; refresh: string };
      }
    }

    /** A 401 means that the session was lost. */
    async function asMember(what: string, question: Omit<Ask, 'bearer' | 'address'>): Promise<Answer> {
      const answer = await insist(what, { ...question, bearer: session.access, address: newAddress() });
      if (answer.status === 401) told.wrong.push(`${what} of ${username} found no session`);
      return answer;
    }

    async function refresh(): Promise<void> {
      const body = { refresh: session.refresh };
      const startMs = Date.now();
      for (;;) {
        const triedMs = Date.now();
        const answer = await once('refresh', { path: '/api/auth/token/refresh/', address: newAddress(), body });
        if (answer.status === 200) {
          session = answer.body as typeof session;
          told.sessions.refreshed += 1;
          return;
        }
        if (answer.body['code'] === 'session_ended') {
          // The response was lost, and the retry came too late: the session ends, as if its token were stolen.
          if (triedMs - startMs < (REUSE_SECONDS - 1) * 1000)
            told.wrong.push(`${username} was signed out by a refresh`);
          told.sessions.late += 1;
          session = await signIn();
          return;
        }
        if (!isAgain(answer)) told.wrong.push(`a refresh was answered ${answer.status}`);
        await delay(50 + random() * 50);
      }
    }

    async function withdraw(): Promise<void> {
      if (told.open > OPEN_MAX) return;
      const uid = randomUUID();
      const body = { destination: WALLET, amount: '10.00', pin: DEMO_PIN };
      const order = { path: '/api/finance/withdrawals/', uid, body };
      const answer = await asMember('withdrawal', order);
      if (!expectStatus('a withdrawal', answer, 201)) return;
      const id = String(answer.body['id']);
      told.withdrawals.set(id, username);
      if (random() < 0.3) {
        const again = await asMember('withdrawal again', order);
        if (String(again.body['id']) !== id) told.wrong.push(`withdrawal ${id} sent again was ${again.body['id']}`);
      }
    }

    async function trade(): Promise<void> {
      if (unfinished) return follow(unfinished);
      const plan = PLANS.find((one) => !closed.has(one));
      if (!plan) return;
      const body = { plan, at_once: true };
      const path = `/api/places/${plan.replace(/-\d+$/, '')}/requests/`;
      const answer = await asMember('request', { path, uid: randomUUID(), body });
      if (answer.body['code'] === 'already_bought') return void closed.add(plan);
      if (!expectStatus('a request', answer, 201)) return;
      unfinished = String(answer.body['id']);
      told.requests.set(unfinished, username);
      if (random() < 0.6) await cancel(unfinished);
    }

    async function cancel(id: string): Promise<void> {
      const path = `/api/transactions/${id}/cancellation/`;
      const answer = await asMember('cancellation', { path, uid: randomUUID(), body: {} });
      if (!expectStatus('a cancellation', answer, 200)) return;
      told.cancelled.add(id);
      unfinished = undefined;
    }

    async function follow(id: string): Promise<void> {
      const answer = await asMember('transaction', { path: `/api/transactions/${id}/` });
      if (!expectStatus('a transaction', answer, 200)) return;
      if (answer.body['state'] === 'active') {
        unfinished = undefined;
        return;
      }
      const asked = node.state.findPaymentRequest(id);
      if (!asked || told.paid.has(id)) return;
      told.paid.set(id, asked.amount);
      node.state.pay(id, { amount: asked.amount });
      // Sends one more webhook, as a node does that repeats events.
      const { headers, body } = signedWebhook(eventAbout(id));
      void fetch(`http://127.0.0.1:${port}/api/webhooks/qpayments/`, { method: 'POST', headers, body }).then(
        (heard) => void heard.body?.cancel(),
        () => {},
      );
    }

    async function reset(): Promise<void> {
      if (resets === RESETS) return;
      resets += 1;
      const address = newAddress();
      const check = await insist('bot check', { path: '/api/auth/bot-check/?only=question', address });
      const bot_check = answerQuestion(check.body['question'] as { token: string; words: string });
      const body = { email: `${username}@demo.example`, bot_check };
      const answer = await insist('reset', { path: '/api/auth/reset/', address, body });
      if (expectStatus('a reset', answer, 202)) told.resets += 1;
    }

    /** Limits per hour are not part of this test. */
    async function forgetLimits(): Promise<void> {
      const keys = [
        ...LIMITED.map((name) => [name, String(memberId)] as const),
        ['signInLogin', textKey(username)] as const,
      ];
      for (const [name, key] of keys) await resetRateLimit(services, name, key).catch(() => {});
    }

    const look = async () => {
      const path = random() < 0.5 ? '/api/users/profile/' : '/api/finance/balance/';
      expectStatus('a look', await asMember('look', { path }), 200);
    };
    const wish = async () => {
      const chance = random();
      if (chance < 0.25) return refresh();
      if (chance < 0.37) return withdraw();
      if (chance < 0.57) return trade();
      if (chance < 0.6) return reset();
      if (chance < 0.65) session = await signIn();
      return look();
    };
    while (!isOver) {
      await forgetLimits();
      await wish();
      await delay(random() * THINK_MS);
    }
    // The session must still be as the last response said.
    await look();
    await refresh();
    await look();
  }

  for (const username of usernames) {
    const member = await memberOf({ services }, username);
    const hashed = await hashPin(services, member.id, DEMO_PIN);
    await services.db.insert(memberPins).values({ memberId: member.id, ...hashed, setAt: services.clock.now() });
    await giveMoney(services, username, PLENTY);
  }
  const lives = usernames.map(live);
  return {
    told,
    async stop() {
      isOver = true;
      await Promise.all(lives);
    },
  };
}
