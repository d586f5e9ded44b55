import { randomUUID } from 'node:crypto';
import { and, eq, like, notLike, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { confirmReset, requestReset } from '#contracts/auth.ts';
import { closeAccount, prepareExport } from '#contracts/data.ts';
import { resumeWithdrawals, saveDestination, switchDestinationWait } from '#contracts/destinations.ts';
import type { Contract } from '#contracts/contract.ts';
import { requestWithdrawal, setPin } from '#contracts/finance.ts';
import { contracts } from '#contracts/index.ts';
import { removePasskey, startPasskey } from '#contracts/passkeys.ts';
import { confirmTotp, removeTotp, renewRecoveryCodes, signInByCode } from '#contracts/second-factor.ts';
import { changePassword, saveSettings } from '#contracts/settings.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { memberPasskeys, members, rateLimits } from '#server/db/schema/index.ts';
import { tryCode } from '#server/api/code-tries.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { dataOf, newAddress, refusalOf } from '../../../../support/app/api.ts';
import { emailsTo, tokenIn } from '../../../../support/people/emails.ts';
import { beginSignIn, STEP_SECONDS, switchOn } from '../../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../../support/people/guests.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../../../../support/people/money.ts';
import { createTestServices } from '../../../../support/app/services.ts';
import { ownersOf } from '../../settings/owner.ts';

const testServices = await createTestServices();
const { services, clock } = testServices;
const { api, newOwner } = ownersOf(testServices);

const SHORT_SECONDS = LIMITS.codeAccount.windowSeconds;
const PROOF = { password: GUEST_PASSWORD };
const NEW = 'Green-5-apples';
const EMPTY = { telegram: '', phone: '', other: '' };

async function newHolder() {
  const owner = await newOwner();
  const pin = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, ...PROOF };
  dataOf(await api.call(setPin, pin, { bearer: owner.bearer }));
  await giveMoney(services, owner.username, 500_000_000n);
  const { id } = (await findByLogin(services.db, owner.username))!;
  return { id, ...owner, ...(await switchOn(api, testServices, owner.bearer)) };
}
type Holder = Awaited<ReturnType<typeof newHolder>>;

type Input = Record<string, unknown>;
type Use = { input: (holder: Holder) => Promise<Input> | Input; prepare?: (holder: Holder) => Promise<unknown> };

/** Every call that takes a code, with valid other input. */
const USES = new Map<Contract, Use>([
  [signInByCode, { input: async ({ username }) => ({ pending: await beginSignIn(api, username) }) }],
  [removeTotp, { input: () => PROOF }],
  [renewRecoveryCodes, { input: () => PROOF }],
  [startPasskey, { input: () => PROOF }],
  [prepareExport, { input: () => PROOF }],
  [
    removePasskey,
    {
      input: ({ username }) => ({ ...PROOF, id: `key of ${username}` }),
      prepare: ({ id, username }) =>
        services.db.insert(memberPasskeys).values({
          ...{ id: `key of ${username}`, memberId: id, name: 'Phone', publicKey: Buffer.from('x') },
          ...{ counter: 0, transports: [], createdAt: clock.now() },
        }),
    },
  ],
  [
    saveSettings,
    {
      input: ({ email }) => ({
        ...{ ...PROOF, name: '', email: `new-${email}`, contacts: EMPTY },
        ...{ contacts_visibility: 'nobody', partner_shows_name: false, in_sitemap: false },
      }),
    },
  ],
  [changePassword, { input: () => ({ old: GUEST_PASSWORD, new: NEW, new_repeat: NEW }) }],
  [
    setPin,
    {
      input: () => ({ pin: DEMO_PIN, pin_repeat: DEMO_PIN, ...PROOF }),
      prepare: ({ id }) => services.db.execute(sql`delete from member_pins where member_id = ${id}`),
    },
  ],
  [requestWithdrawal, { input: () => ({ destination: WALLET, amount: '10.00', pin: DEMO_PIN }) }],
  [saveDestination, { input: () => ({ name: 'Cold', destination: WALLET }) }],
  [
    switchDestinationWait,
    {
      input: () => ({ to: 'off' }),
      prepare: ({ id }) =>
        services.db.update(members).set({ destinationWaitSince: clock.now() }).where(eq(members.id, id)),
    },
  ],
  [
    resumeWithdrawals,
    {
      input: () => ({ pin: DEMO_PIN }),
      prepare: ({ id }) =>
        services.db
          .update(members)
          .set({ withdrawalsStoppedAt: new Date(0), passwordResetAt: new Date(1) })
          .where(eq(members.id, id)),
    },
  ],
  [closeAccount, { input: () => PROOF, prepare: ({ username }) => giveMoney(services, username, -500_000_000n) }],
]);

/** Confirms a new secret that no account uses yet. */
const EXEMPT: readonly Contract[] = [confirmTotp];

const send = (contract: Contract, input: Input, bearer?: string) =>
  api.call(contract, input, { address: newAddress(), uid: randomUUID(), ...(bearer && { bearer }) });

const enter = async ({ username }: Holder, code: string, device?: string, password = GUEST_PASSWORD) => {
  const pending = await beginSignIn(api, username, password);
  return api.call(signInByCode, { pending, code, ...(device && { device }) }, { address: newAddress() });
};

async function resetPassword({ email }: Holder): Promise<void> {
  dataOf(await api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() }));
  const token = tokenIn((await emailsTo(testServices, email)).findLast(({ text }) => text.includes('/auth/reset')));
  dataOf(await api.call(confirmReset, { token, password: NEW, password_repeat: NEW }, { address: newAddress() }));
}

async function wrongToday({ id }: Holder): Promise<number> {
  const counters = await services.db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `codeDayAccount:${id}%`));
  return counters.reduce((sum, { count }) => sum + count, 0);
}

/** Some forms have other limits, too. */
const forgetOtherLimits = () =>
  services.db.delete(rateLimits).where(and(notLike(rateLimits.key, 'code%'), notLike(rateLimits.key, 'recovery%')));

/** An attacker who knows the password uses up the daily codes of unknown browsers. */
async function lockOutStrangers({ id }: Holder): Promise<void> {
  for (let tries = 0; tries < LIMITS.codeDayAccount.max; tries += 1) {
    if (tries % LIMITS.codeAccount.max === 0) clock.advance(SHORT_SECONDS);
    await tryCode(services, { account: String(id) }, async () => false);
  }
  clock.advance(SHORT_SECONDS);
}

test('everything that takes a code of a member is tried here', () => {
  const takingCodes = contracts.filter(({ input }) => 'code' in input.shape);
  const tried = [...USES.keys(), ...EXEMPT];
  expect(takingCodes.filter((one) => !tried.includes(one)).map(({ path }) => path)).toEqual([]);
});

test.each([...USES].map(([contract, use]) => ({ path: contract.path, contract, use })))(
  '$path: twenty wrong codes at once cost no day, and strangers can’t use up those of a known browser',
  async ({ contract, use }) => {
    const holder = await newHolder();
    await use.prepare?.(holder);
    const isMembers = contract.caller === 'member';
    const wrong = { ...(await use.input(holder)), code: '000000' };
    const burst = Array.from({ length: 20 }, () => send(contract, wrong, isMembers ? holder.bearer : undefined));
    const looked = (await Promise.all(burst)).filter((answer) => refusalOf(answer) === 'invalid');
    expect(looked.length).toBeLessThanOrEqual(LIMITS.codeAccount.max);
    expect(await wrongToday(holder)).toBe(looked.length);

    clock.advance(SHORT_SECONDS);
    const { device } = dataOf(await enter(holder, holder.code()));
    await lockOutStrangers(holder);
    expect(refusalOf(await enter(holder, holder.code()))).toBe('too_often');
    const { access } = dataOf(await enter(holder, holder.code(), device));
    clock.advance(STEP_SECONDS);
    await forgetOtherLimits();
    const input = { ...(await use.input(holder)), code: holder.code(), ...(!isMembers && { device }) };
    expect(refusalOf(await send(contract, input, isMembers ? access : undefined))).toBe('done');
  },
);

test.each([...USES].map(([contract, use]) => ({ path: contract.path, contract, use })))(
  '$path: what can’t be a code does not count, and a code may have signs between its digits',
  async ({ contract, use }) => {
    const holder = await newHolder();
    await use.prepare?.(holder);
    const bearer = contract.caller === 'member' ? holder.bearer : undefined;
    const input = await use.input(holder);
    const malformed = ['12345', '1234567', 'abcdef', '12345x', '7K2M-0XQ1-93H'];
    const answers = await Promise.all(malformed.map((code) => send(contract, { ...input, code }, bearer)));
    expect(answers.map(refusalOf)).toEqual(malformed.map(() => 'invalid'));
    expect(await wrongToday(holder)).toBe(0);
    await forgetOtherLimits();
    const code = holder.code().replace(/^.../, '$&\u200B·');
    expect(refusalOf(await send(contract, { ...input, code }, bearer))).toBe('done');
  },
);

test('a recovery code opens a locked account, however often the day’s codes were wrong', async () => {
  const holder = await newHolder();
  await lockOutStrangers(holder);
  for (let round = 0; round < 5; round += 1) {
    const wrong = Array.from({ length: 10 }, () => enter(holder, '0000-0000-0000'));
    await Promise.all(wrong);
    expect(refusalOf(await enter(holder, holder.codes[0] ?? ''))).toBe('too_often');
    clock.advance(LIMITS.recoveryCodeAccount.windowSeconds);
  }
  expect(refusalOf(await enter(holder, holder.codes[0] ?? ''))).toBe('done');
});

test('a reset by e-mail clears the wrong codes of strangers and of known browsers', async () => {
  const holder = await newHolder();
  const { device } = dataOf(await enter(holder, holder.code()));
  await lockOutStrangers(holder);
  for (let tries = 0; tries < LIMITS.codeAccount.max; tries += 1) await enter(holder, '000000', device);
  for (const one of [undefined, device]) expect(refusalOf(await enter(holder, holder.code(), one))).toBe('too_often');
  await resetPassword(holder);
  for (const one of [undefined, device]) {
    expect(refusalOf(await enter(holder, holder.code(), one, NEW))).toBe('done');
    clock.advance(STEP_SECONDS);
  }
});

test('a browser that was known before a reset is a stranger after it', async () => {
  const holder = await newHolder();
  const { device } = dataOf(await enter(holder, holder.code()));
  await resetPassword(holder);
  await lockOutStrangers(holder);
  expect(refusalOf(await enter(holder, holder.code(), device, NEW))).toBe('too_often');
});

test('many browsers together have a ceiling for a day, which only wrong codes reach', async () => {
  const { max } = LIMITS.codeDayAll;
  const tryFrom = (browser: string, isRight: boolean) =>
    tryCode(services, { account: 'many', browser }, async () => isRight);
  for (let tries = 0; tries < max; tries += 1) expect(await tryFrom('own', true)).toMatchObject({ isRight: true });
  for (let tries = 0; tries < max; tries += 1)
    expect(await tryFrom(`stolen ${tries >> 2}`, false)).toMatchObject({ isRight: false });
  expect(await tryFrom('one more', true)).toMatchObject({ refused: 'too_often' });
});
