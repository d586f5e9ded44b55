import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { postAccruals } from '#contracts/accruals.ts';
import { getBotCheck, keepForm, openKeptForm, refreshSession, signIn } from '#contracts/auth.ts';
import { readCalendar, renewCalendar } from '#contracts/feed.ts';
import { signInStaff } from '#contracts/console/session.ts';
import { getBalance, requestWithdrawal, setPin } from '#contracts/finance.ts';
import { getProfile } from '#contracts/profile.ts';
import { nodeEvent } from '#contracts/transactions.ts';
import { createApp } from '#server/http/calls/app.ts';
import { logAuditEnd } from '#server/audit/index.ts';
import { accountOf, knownDevice } from '#server/members/auth/known-device.ts';
import { insertSignUp, retireUsername } from '#server/members/auth/pending-sign-ups.ts';
import { type Config, readConfig } from '#server/base/config.ts';
import { memberPins, members } from '#server/db/schema/index.ts';
import { sealLedger } from '#server/ledger/seal-ledger.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { openSecrets } from '#server/base/secrets.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET, seedStaff } from '#server/operator/seed/staff.ts';
import { type Api, apiOf, dataOf, newAddress, refusalOf, signedIn } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { answerQuestion, solveBotCheck } from '../../../support/people/bot-check.ts';
import { DEMO_PIN, giveMoney, moneyCall, WALLET } from '../../../support/people/money.ts';
import { openTestNode } from '../../../support/world/node.ts';
import { paymentRequestOrder } from '../../../support/world/orders.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { createTestServices, type TestServices } from '../../../support/app/services.ts';
import { eventAbout, signedWebhook } from '../../../support/world/webhook.ts';
import { importBatch } from '../../ledger/busy-ledger.ts';

const secret = () => randomBytes(32).toString('base64');

/** The app after a restart with these secrets, on the same database. */
async function restart({ services }: TestServices, env: NodeJS.ProcessEnv) {
  const config: Config = readConfig({ DATABASE_URL: 'postgresql://there/it-is', ...env });
  const own = { ...services, config: { ...services.config, ...config }, secrets: await openSecrets(config) };
  const app = createApp(own);
  return { services: own, app, api: apiOf(app) };
}

const look = async (api: Api, bearer: string) => refusalOf(await api.call(getProfile, {}, { bearer }));

describe('SESSION_SECRET', async () => {
  const opened = await createTestServices();
  const [PIN_PEPPER, first, second] = [secret(), secret(), secret()];
  const old = await restart(opened, { PIN_PEPPER, SESSION_SECRET: first });
  const both = await restart(opened, { PIN_PEPPER, SESSION_SECRET: `${second},${first}` });
  const next = await restart(opened, { PIN_PEPPER, SESSION_SECRET: second });

  test('whoever is signed in stays so through a rotation, and after the old secret is gone', async () => {
    const before = await old.api.signIn('anna');
    expect(await look(both.api, before.access)).toBe('done');
    const renewed = dataOf(await both.api.call(refreshSession, { refresh: before.refresh }));
    expect([await look(next.api, renewed.access), await look(next.api, before.access)]).toEqual(['done', 'no_session']);
    opened.clock.advance(60);
    expect(refusalOf(await next.api.call(refreshSession, { refresh: renewed.refresh }))).toBe('done');
  });

  test('a copy that still signs with the old one and a copy that signs with the new one know each other’s sessions', async () => {
    const late = await restart(opened, { PIN_PEPPER, SESSION_SECRET: `${first},${second}` });
    const [ofNew, ofOld] = [await both.api.signIn('ivan'), await late.api.signIn('ivan')];
    expect([await look(late.api, ofNew.access), await look(both.api, ofOld.access)]).toEqual(['done', 'done']);
    expect(refusalOf(await late.api.call(refreshSession, { refresh: ofNew.refresh }))).toBe('done');
  });

  test('without the old one in the list its sessions are over', async () => {
    const before = await old.api.signIn('anna');
    expect(await look(next.api, before.access)).toBe('no_session');
    expect(refusalOf(await next.api.call(refreshSession, { refresh: before.refresh }))).toBe('session_ended');
  });

  test('a form that was opened before can be sent after: the proof and the question hold, once', async () => {
    const open = async () => dataOf(await old.api.call(getBotCheck, {}));
    const solved = [await solveBotCheck((await open()).challenge), answerQuestion((await open()).question)];
    for (const bot_check of solved) {
      const send = (api: Api, login: string) =>
        api.call(signIn, { login, password: DEMO_PASSWORD, bot_check }, { address: newAddress() });
      expect(refusalOf(await send(old.api, 'ivan'))).toBe('done');
      expect(refusalOf(await send(both.api, 'ivan'))).toBe('done');
      expect(refusalOf(await send(both.api, 'anna'))).toBe('bot_check_failed');
    }
  });

  test('what was typed before comes back after', async () => {
    const bearer = (await old.api.signIn('anna')).access;
    const owner = dataOf(await old.api.call(getProfile, {}, { bearer })).page_owner;
    const values = { topic: 'account', message: 'Hello.' };
    const { kept } = dataOf(await old.api.call(keepForm, { page: 'support', owner, values }));
    const open = async ({ api }: typeof old) =>
      dataOf(await api.call(openKeptForm, { page: 'support', kept: kept ?? '' }, { bearer: await signInAt(api) }))
        .values;
    expect([await open(both), await open(next)]).toEqual([values, null]);
  });
});

const signInAt = async (api: Api, username = 'anna') => (await api.signIn(username)).access;

type App = Awaited<ReturnType<typeof restart>>;

async function openRotation() {
  const opened = await createTestServices();
  const [SESSION_SECRET, first, second] = [secret(), secret(), secret()];
  const at = (env: NodeJS.ProcessEnv) => restart(opened, { SESSION_SECRET, ...env });
  return {
    opened,
    old: await at({ PIN_PEPPER: first }),
    late: await at({ PIN_PEPPER: `v1:${first},v2:${second}` }),
    both: await at({ PIN_PEPPER: `v2:${second},v1:${first}` }),
    next: await at({ PIN_PEPPER: `v2:${second}`, PIN_PEPPER_RETIRED: `v1:${first}` }),
    forgetful: await at({ PIN_PEPPER: `v2:${second}` }),
  };
}

const order = (pin: string) => ({ destination: WALLET, amount: '10.00', pin });
const tryPin = async (api: Api, bearer: string, pin: string) =>
  moneyCall(api, requestWithdrawal, order(pin), { bearer });
const operator = ({ services }: App, ...words: string[]) => runCommand(services, words, 'olga');
const codes = async ({ services }: App) => Object.keys((await verifyLedger(services)).counts);

async function withPin({ services, api }: App, username: string): Promise<string> {
  await giveMoney(services, username, 500_000_000n);
  const bearer = await signInAt(api, username);
  const pin = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: DEMO_PASSWORD };
  dataOf(await api.call(setPin, pin, { bearer }));
  return bearer;
}

describe('PIN_PEPPER', async () => {
  const { opened, old, both, next, forgetful } = await openRotation();

  async function pepperOf(username: string): Promise<number | undefined> {
    const [found] = await opened.services.db
      .select({ version: memberPins.pepperVersion })
      .from(memberPins)
      .innerJoin(members, eq(members.id, memberPins.memberId))
      .where(eq(members.username, username));
    return found?.version;
  }

  test('a PIN works through a rotation, moves to the new pepper when it is typed, and works without the old one', async () => {
    const anna = await withPin(old, 'anna');
    expect(refusalOf(await tryPin(both.api, anna, '0000'))).toBe('pin_wrong');
    expect(await pepperOf('anna')).toBe(1);
    expect(refusalOf(await tryPin(both.api, anna, DEMO_PIN))).toBe('done');
    expect(await pepperOf('anna')).toBe(2);
    expect(refusalOf(await tryPin(next.api, anna, DEMO_PIN))).toBe('done');
    expect(refusalOf(await tryPin(next.api, anna, '0000'))).toBe('pin_wrong');
  });

  test('a member who never typed theirs is told so without a wrong try, and gets a new one by the operator', async () => {
    const ivan = await withPin(old, 'ivan');
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await tryPin(next.api, ivan, DEMO_PIN)).toMatchObject({
        error: { code: 'pin_expired', detail: 'Your PIN has expired. Contact support to reset it.' },
      });
    }
    const { withdrawal } = dataOf(await next.api.call(getBalance, {}, { bearer: ivan }));
    expect(withdrawal.reason).toMatchObject({ code: 'pin_expired' });
    expect(await operator(next, 'keys', 'status')).toMatchObject({
      words: expect.stringContaining('Version 1 of the pepper is retired: '),
      data: { versions: [{ version: 2 }, { version: 1, state: 'is retired' }] },
    });
    expect(await operator(next, 'members', 'clear-pin', 'ivan', '--why', 'asked')).toHaveProperty('words');
    const pin = { pin: '5937', pin_repeat: '5937', password: DEMO_PASSWORD };
    dataOf(await next.api.call(setPin, pin, { bearer: ivan }));
    expect(await pepperOf('ivan')).toBe(2);
  });

  test('a pepper that was retired too early can come back', async () => {
    const jonas = await withPin(old, 'jonas');
    expect(refusalOf(await tryPin(next.api, jonas, DEMO_PIN))).toBe('pin_expired');
    expect(refusalOf(await tryPin(both.api, jonas, DEMO_PIN))).toBe('done');
    expect(refusalOf(await tryPin(next.api, jonas, DEMO_PIN))).toBe('done');
  });

  test('staff’s second factor moves to the new pepper when its code is typed, and works without the old one', async () => {
    await opened.services.transaction((tx) => seedStaff(tx, old.services));
    const enter = async ({ api }: App, name: string) => {
      opened.clock.advance(30);
      const code = totpCode(DEMO_TOTP_SECRET, opened.clock.now());
      const typed = { email: `${name}@demo.example`, password: DEMO_PASSWORD, code, bot_check: await api.answer() };
      return refusalOf(await api.call(signInStaff, typed, { address: newAddress() }));
    };
    expect([await enter(forgetful, 'oscar'), await enter(both, 'oscar')]).toEqual(['staff_credentials', 'done']);
    expect([await enter(forgetful, 'oscar'), await enter(forgetful, 'olga')]).toEqual(['done', 'staff_credentials']);
  });

  test('a browser, a calendar, an answered call and a former username are known through it', async () => {
    const form = { login: 'priya', password: DEMO_PASSWORD, bot_check: await old.api.answer() };
    const { device, access: bearer } = signedIn(await old.api.call(signIn, form, { address: newAddress() }));
    const [priya] = await opened.services.db.select().from(members).where(eq(members.username, 'priya'));
    const isKnown = ({ services }: typeof old, token = device) =>
      Boolean(knownDevice(services, token, accountOf(priya!)));
    expect([isKnown(old), isKnown(both), isKnown(next)]).toEqual([true, true, false]);
    const again = { ...form, bot_check: await both.api.answer(), device };
    const renewed = signedIn(await both.api.call(signIn, again, { address: newAddress() }));
    expect([isKnown(next, renewed.device), renewed.device.split('.').length]).toEqual([true, 2]);

    const { address } = dataOf(await old.api.call(renewCalendar, {}, { bearer }));
    const key = new URL(address ?? '').searchParams.get('key') ?? '';
    for (const { api } of [both, next]) expect(refusalOf(await api.call(readCalendar, { key }))).toBe('done');

    await withPin(old, 'priya');
    const uid = 'the-same-withdrawal-twice';
    const sent = dataOf(await moneyCall(old.api, requestWithdrawal, order(DEMO_PIN), { bearer, uid }));
    for (const { api } of [both, next]) {
      expect(dataOf(await moneyCall(api, requestWithdrawal, order(DEMO_PIN), { bearer, uid })).id).toBe(sent.id);
    }

    const typed = { id: crypto.randomUUID(), username: 'gone-for-good', email: 'x@demo.example', passwordHash: null };
    await retireUsername(old.services.db, old.services, typed.username);
    for (const { services } of [old, both, next]) {
      const signUp = { ...typed, language: 'en', inviterId: null, refCode: null, via: null, name: null } as const;
      const taken = services.transaction(async (tx) => insertSignUp(tx, services, signUp));
      expect(await taken).toBeUndefined();
    }
  });
});

describe('the operator', async () => {
  const { old, both } = await openRotation();

  test('the operator is told when the old one can go', async () => {
    const marie = await withPin(old, 'marie');
    await sealLedger(old.services);
    expect(await operator(both, 'keys', 'status')).toMatchObject({
      words: expect.stringContaining('The ledger is not sealed with version 2 yet'),
      data: { sealed_by_newest: false },
    });
    dataOf(await tryPin(both.api, marie, DEMO_PIN));
    await sealLedger(both.services);
    expect(await operator(both, 'keys', 'status')).toMatchObject({
      words: expect.stringContaining('Version 1 can move to PIN_PEPPER_RETIRED'),
      data: { sealed_by_newest: true },
    });
  });
});

describe('the ledger', async () => {
  const { old, late, both, next, forgetful } = await openRotation();

  test('the ledger verifies through it, by whichever copy it was written, and after the old pepper is retired', async () => {
    await importBatch(old.services, 'before');
    await sealLedger(old.services);
    expect(await codes(both)).toEqual([]);
    for (const app of [both, late, old, both]) {
      await giveMoney(app.services, 'jonas', 5_000_000n);
      if (app !== old) await sealLedger(app.services);
    }
    expect(await codes(both)).toEqual([]);
    expect(await codes(next)).toEqual([]);
    await importBatch(next.services, 'before');
    await importBatch(next.services, 'after');
    expect(await codes(next)).toEqual([]);
    expect(await codes(forgetful)).toContain('seal_broken');
  });
});

describe('the audit log', async () => {
  const { old, late, both, next, forgetful } = await openRotation();
  const act = (app: App, status: string) => operator(app, 'members', 'status', 'jonas', status, '--why', 'x');
  const logged = async ({ services }: App) => (await auditLogOf(services)).length;

  test('verifies through it, and gets an end of the new pepper by itself', async () => {
    await act(old, 'director');
    expect(await operator(both, 'keys', 'status')).toMatchObject({
      words: expect.stringContaining('The audit log does not end with version 2 yet: keep the others in PIN_PEPPER.'),
      data: { logged_by_newest: false },
    });
    expect([await codes(both), await codes(next)]).toEqual([[], ['audit_unproved']]);
    await act(both, 'regional_director');
    await act(late, 'director');
    expect([await codes(both), await codes(next)]).toEqual([[], ['audit_unproved']]);
    await logAuditEnd(both.services);
    expect((await auditLogOf(both.services))[0]).toMatchObject({ actor: 'platform', action: 'keys changed' });
    expect(await operator(both, 'keys', 'status')).toMatchObject({ data: { logged_by_newest: true } });
    expect([await codes(both), await codes(next)]).toEqual([[], []]);
    expect(await codes(forgetful)).toContain('audit_altered');
    await logAuditEnd(both.services);
    expect(await logged(both)).toBe(4);
  });

  test('takes nothing new that was made with the old one once that is retired', async () => {
    await act(old, 'regional_director');
    const count = await logged(next);
    await logAuditEnd(next.services);
    expect([await codes(next), await logged(next)]).toEqual([['audit_unproved'], count]);
  });
});

describe('a thief', async () => {
  const { old, late, both, next } = await openRotation();

  test('with a retired pepper nobody makes anything new: no entry, no seal', async () => {
    await giveMoney(both.services, 'jonas', 1_000_000n);
    await sealLedger(both.services);
    expect(await codes(next)).toEqual([]);
    await giveMoney(old.services, 'jonas', 1_000_000n);
    expect(await codes(next)).toEqual(['entry_altered']);
    await sealLedger(late.services);
    expect(await codes(next)).toEqual(['seal_broken']);
    await expect(sealLedger(next.services)).rejects.toThrow(/another pepper than those of PIN_PEPPER/);
  });
});

test('each OPERATOR_KEY of the list is accepted, and none that left it', async () => {
  const opened = await createTestServices();
  const [first, second] = [secret(), secret()];
  const post = async (OPERATOR_KEY: string, bearer: string) => {
    const { api } = await restart(opened, { SESSION_SECRET: secret(), OPERATOR_KEY });
    const lines = [{ username: 'anna', amount: '1.00', reason: 'earnings', source: '', document: 'D-1' }];
    return refusalOf(await api.call(postAccruals, { batch: 'of-a-program', lines, dry_run: true }, { bearer }));
  };
  expect([await post(`${second},${first}`, first), await post(`${second},${first}`, second)]).toEqual(['done', 'done']);
  expect(await post(second, first)).toBe('no_session');
});

test('while the secret of the node is changed, the first asks it and webhooks signed with either are heard', async () => {
  const opened = await createTestServices();
  const [first, second] = [secret(), secret()];
  const node = await openTestNode({ secret: second });
  const at = async (QPAYMENTS_SECRET: string) => {
    const env = { SESSION_SECRET: secret(), QPAYMENTS_URL: node.url, QPAYMENTS_SECRET };
    const { app, services } = await restart(opened, env);
    const asking = openNode(nodeAddress(readConfig(env), services.secrets));
    const asked = await asking.requestPayment(paymentRequestOrder());
    const hear = async (signing: string) =>
      (await rawCall(app, nodeEvent.path, signedWebhook(eventAbout('x'), { secret: signing, at: opened.clock.now() })))
        .status;
    return { asked: asked.state, heard: [await hear(first), await hear(second)] };
  };
  expect(await at(`${second},${first}`)).toEqual({ asked: 'open', heard: [200, 200] });
  expect(await at(`${first},${second}`)).toMatchObject({ heard: [200, 200] });
  expect(await at(second)).toEqual({ asked: 'open', heard: [401, 200] });
});
