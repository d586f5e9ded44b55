import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmReset, readReset, requestReset, signIn } from '#contracts/auth.ts';
import { prepareExport } from '#contracts/data.ts';
import { readCalendar, renewCalendar } from '#contracts/feed.ts';
import { askForPasskey, savePasskey, signInByPasskey, startPasskey } from '#contracts/passkeys.ts';
import { listSecurityEvents, removeTotp, renewRecoveryCodes, signInByCode } from '#contracts/second-factor.ts';
import { changePassword, confirmEmail, getSettings, saveSettings } from '#contracts/settings.ts';
import { MAILS } from '#domain/mails.ts';
import { RECENT_SECONDS, RESCUE, type RescueName } from '#domain/rescue.ts';
import { accountOf, knownDevice } from '#server/members/auth/known-device.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { dataExports, factorRemovals, formerTotps, mails, memberPins } from '#server/db/schema/index.ts';
import { sweepExpired } from '#server/jobs/sweep-expired.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf, newAddress, refusalOf, signedIn } from '../../../support/app/api.ts';
import { Authenticator } from '../../../support/people/authenticator.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { beginSignIn, STEP_SECONDS, switchOn } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { NEW_PASSWORD, saversOf } from '../../../support/people/saver.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const { services, clock, config } = testServices;
const { api, newSaver, stop } = saversOf(testServices);

type Saver = Awaited<ReturnType<typeof newSaver>>;
/** Whether the thief's change still works. */
type IsThere = (password?: string) => Promise<boolean>;

const PROOF = { password: GUEST_PASSWORD };
const idOf = async ({ username }: Saver) => (await findByLogin(services.db, username))!.id;
const THIEFS_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0';
const signInWith = async ({ username }: Saver, password: string) => {
  const form = { login: username, password, bot_check: await api.answer() };
  return api.call(signIn, form, { address: newAddress(), userAgent: THIEFS_BROWSER });
};

/** Turns on codes at a time that is too old for the rescue to ask about. */
async function withOldApp(saver: Saver) {
  const factor = await switchOn(api, testServices, saver.bearer());
  clock.advance(RECENT_SECONDS);
  await enterWith(saver, factor.code());
  clock.advance(STEP_SECONDS);
  return factor;
}

async function enterWith(saver: Saver, code: string, password = GUEST_PASSWORD): Promise<boolean> {
  const pending = await beginSignIn(api, saver.username, password);
  const entered = await api.call(signInByCode, { pending, code }, { address: newAddress() });
  if (entered.success) saver.use(entered.data.access);
  return entered.success;
}

async function addPasskey(saver: Saver, name = 'My phone', proof: object = {}): Promise<Authenticator> {
  const device = new Authenticator(config.publicOrigin);
  const { options, state } = dataOf(await api.call(startPasskey, { ...PROOF, ...proof }, { bearer: saver.bearer() }));
  const passkey = device.create(options as never);
  dataOf(await api.call(savePasskey, { state, name, passkey }, { bearer: saver.bearer() }));
  return device;
}

async function signsIn(device: Authenticator): Promise<boolean> {
  const { options, state } = dataOf(await api.call(askForPasskey, {}, { address: newAddress() }));
  const shown = { state, passkey: device.show(options as never) };
  return (await api.call(signInByPasskey, shown, { address: newAddress() })).success;
}

const hasRow = async (saver: Saver, table: typeof dataExports | typeof factorRemovals | typeof memberPins) =>
  (await services.db.$count(table, eq(table.memberId, await idOf(saver)))) > 0;
const settingsOf = async ({ username }: Saver, password = GUEST_PASSWORD) => {
  const { access } = await api.signIn(username, password);
  return dataOf(await api.call(getSettings, {}, { bearer: access }));
};
const newEmail = async (saver: Saver) => {
  const rest = { name: '', contacts: { telegram: '', phone: '', other: '' } };
  const shown = { contacts_visibility: 'nobody', partner_shows_name: false, in_sitemap: false } as const;
  const input = { ...PROOF, ...rest, ...shown, email: `thief-of-${saver.email}` };
  dataOf(await api.call(saveSettings, input, { bearer: saver.bearer() }));
  return input.email;
};

/** Acts of a thief with a session, the password and the codes, one per row of the table. */
const THIEF: Record<RescueName, (saver: Saver) => Promise<IsThere>> = {
  session: async (saver) => {
    const { access } = signedIn(await signInWith(saver, GUEST_PASSWORD));
    return async () => (await api.call(getSettings, {}, { bearer: access })).success;
  },
  'known browser': async (saver) => {
    const { device } = signedIn(await signInWith(saver, GUEST_PASSWORD));
    return async () => {
      const member = (await findByLogin(services.db, saver.username))!;
      return knownDevice(services, device, accountOf(member)) !== undefined;
    };
  },
  password: async (saver) => {
    const next = { old: GUEST_PASSWORD, new: 'Thief-7-plums', new_repeat: 'Thief-7-plums' };
    dataOf(await api.call(changePassword, next, { bearer: saver.bearer() }));
    return async () => (await signInWith(saver, 'Thief-7-plums')).success;
  },
  passkey: async (saver) => {
    const device = await addPasskey(saver, 'Thief’s phone');
    return () => signsIn(device);
  },
  app: async (saver) => {
    await switchOn(api, testServices, saver.bearer());
    return async (password = GUEST_PASSWORD) => 'pending' in dataOf(await signInWith(saver, password));
  },
  'recovery codes': async (saver) => {
    const { code, codes } = await withOldApp(saver);
    const renewed = await api.call(renewRecoveryCodes, { ...PROOF, code: code() }, { bearer: saver.bearer() });
    const [taken = ''] = dataOf(renewed).recovery_codes;
    return async (password) => {
      const isThere = await enterWith(saver, taken, password);
      expect(await enterWith(saver, codes[0] ?? '', password)).toBe(!isThere);
      return isThere;
    };
  },
  pin: async (saver) => {
    await services.db
      .update(memberPins)
      .set({ setAt: clock.now() })
      .where(eq(memberPins.memberId, await idOf(saver)));
    return () => hasRow(saver, memberPins);
  },
  destination: async (saver) => {
    dataOf(await saver.save({ name: 'Thief’s' }));
    return async (password = GUEST_PASSWORD) => {
      await saver.signIn(password);
      return (await saver.list()).items.length > 0;
    };
  },
  'end of the wait': async (saver) => {
    dataOf(await saver.turn('on', {}));
    dataOf(await saver.turn('off'));
    clock.advance(RECENT_SECONDS / 2);
    return async (password = GUEST_PASSWORD) => {
      await saver.signIn(password);
      return !(await saver.list()).wait.is_on;
    };
  },
  'new e-mail': async (saver) => {
    await newEmail(saver);
    return async (password) => (await settingsOf(saver, password)).new_email !== null;
  },
  'changed e-mail': async (saver) => {
    const email = await newEmail(saver);
    const token = tokenIn((await emailsTo(testServices, email)).at(-1));
    dataOf(await api.call(confirmEmail, { token }, { address: newAddress() }));
    return async (password) => (await settingsOf(saver, password)).email === email;
  },
  withdrawal: async (saver) => {
    const { id } = dataOf(await saver.withdraw({ amount: '150' }));
    return async () => {
      const { rows } = await services.db.execute(sql`select from withdrawals where id = ${id} and state = 'requested'`);
      return rows.length > 0;
    };
  },
  'calendar address': async (saver) => {
    const { address } = dataOf(await api.call(renewCalendar, {}, { bearer: saver.bearer() }));
    const key = new URL(address ?? '').searchParams.get('key') ?? '';
    return async () => (await api.call(readCalendar, { key }, { address: newAddress() })).success;
  },
  'data export': async (saver) => {
    dataOf(await api.call(prepareExport, PROOF, { bearer: saver.bearer() }));
    const kept = { state: 'ready', rowsInAll: 1, createdAt: clock.now(), expiresAt: clock.now() } as const;
    await services.db.insert(dataExports).values({ ...kept, id: randomUUID(), memberId: await idOf(saver) });
    return () => hasRow(saver, dataExports);
  },
  'removal of the second factor': async (saver) => {
    await withOldApp(saver);
    await runCommand(services, ['members', 'remove-second-factor', saver.username, '--why', 'they called'], 'olga');
    return () => hasRow(saver, factorRemovals);
  },
};

const NAMES = Object.keys(RESCUE) as RescueName[];
/** Here e-mails go to the thief. */
const MAILBOX_IS_GONE: readonly RescueName[] = ['changed e-mail'];

async function resetPassword(saver: Saver, keep?: string[]): Promise<void> {
  clock.advance(1);
  const token = await askForReset(saver);
  const input = { token, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD, ...(keep && { keep }) };
  dataOf(await api.call(confirmReset, input, { address: newAddress() }));
}

async function askForReset({ email }: Saver): Promise<string> {
  dataOf(await api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() }));
  return tokenIn((await emailsTo(testServices, email)).findLast(({ text }) => text.includes('/reset?token=')));
}

describe.each(NAMES)('a thief’s %s', (name) => {
  const { notMe, reset, mails: telling } = RESCUE[name];

  test('is told of by an e-mail with the link “This wasn’t me”, which ends it', async () => {
    const saver = await newSaver();
    const isThere = await THIEF[name](saver);
    expect(await isThere()).toBe(true);
    await emailsTo(testServices, saver.email);
    const sent = await services.db
      .select()
      .from(mails)
      .where(eq(mails.memberId, await idOf(saver)));
    const [kind] = telling;
    if (kind) expect(sent.map((mail) => mail.kind)).toContain(kind);
    for (const one of telling) expect(MAILS[one]).toBe('notMe');
    dataOf(await stop(await saver.stopToken()));
    expect(await isThere()).toBe(notMe === 'holds');
    expect((await findByLogin(services.db, saver.username))!.withdrawalsStoppedAt).toEqual(clock.now());
  });

  test.skipIf(MAILBOX_IS_GONE.includes(name))('ends by a reset by e-mail where the table says so', async () => {
    const saver = await newSaver();
    const isThere = await THIEF[name](saver);
    await resetPassword(saver, reset === 'asks' ? [] : undefined);
    expect(await isThere(NEW_PASSWORD)).toBe(reset === 'stays');
  });
});

test('what was undone is named in the answer, the e-mail and the security log; what is older stays', async () => {
  const saver = await newSaver();
  const own = await addPasskey(saver, 'My phone');
  clock.advance(RECENT_SECONDS);
  await saver.signIn();
  const thiefs = await addPasskey(saver, 'Thief’s phone');
  dataOf(await saver.save({ name: 'Thief’s' }));
  const token = await saver.stopToken();
  const undone = {
    taken_back: [
      { kind: 'passkey', name: 'Thief’s phone' },
      { kind: 'destination', name: 'Thief’s' },
    ],
  };
  expect(dataOf(await stop(token))).toEqual(undone);
  expect(dataOf(await stop(token))).toEqual(undone);
  expect([await signsIn(own), await signsIn(thiefs)]).toEqual([true, false]);
  const { text } = (await saver.mails()).findLast(({ subject }) => subject === 'Atrium: withdrawals are paused')!;
  expect(text).toContain('passkey “Thief’s phone” removed; saved address “Thief’s” removed.');
  await saver.signIn();
  const { items } = dataOf(await api.call(listSecurityEvents, {}, { bearer: saver.bearer() }));
  const logged = items.map(({ kind, about }) => `${kind} ${about}`);
  expect(logged).toEqual(
    expect.arrayContaining(['passkey-removed Thief’s phone', 'destination-removed Thief’s', 'withdrawals-stopped ']),
  );
});

test('an app that a thief put in place of the owner’s gives way to the owner’s, and its recovery codes count', async () => {
  const saver = await newSaver();
  const own = await withOldApp(saver);
  dataOf(await api.call(removeTotp, { ...PROOF, code: own.code() }, { bearer: saver.bearer() }));
  const thiefs = await switchOn(api, testServices, saver.bearer());
  const { taken_back: undone } = dataOf(await stop(await saver.stopToken()));
  expect(undone).toEqual([{ kind: 'app' }, { kind: 'app_restored' }]);
  expect(await enterWith(saver, thiefs.code())).toBe(false);
  expect(await enterWith(saver, thiefs.codes[0] ?? '')).toBe(false);
  expect(await enterWith(saver, own.code())).toBe(true);
  expect(await enterWith(saver, own.codes[0] ?? '')).toBe(true);
});

test('an app that was only switched off is on again, and support can’t have taken it for good', async () => {
  const saver = await newSaver();
  const own = await withOldApp(saver);
  await runCommand(services, ['members', 'remove-second-factor', saver.username, '--why', 'they called'], 'olga');
  clock.advance(config.secondFactorRemovalHours * 3600);
  await services.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
  await testServices.runJobs();
  await saver.signIn();
  dataOf(await stop(await saver.stopToken()));
  expect(await enterWith(saver, own.code())).toBe(true);
});

test('an app that was replaced more than 72 hours ago is forgotten', async () => {
  const saver = await newSaver();
  const own = await withOldApp(saver);
  dataOf(await api.call(removeTotp, { ...PROOF, code: own.code() }, { bearer: saver.bearer() }));
  const next = await switchOn(api, testServices, saver.bearer());
  clock.advance(RECENT_SECONDS);
  await sweepExpired(services);
  expect(await services.db.$count(formerTotps, eq(formerTotps.memberId, await idOf(saver)))).toBe(0);
  expect(dataOf(await stop(await saver.stopToken())).taken_back).toEqual([]);
  expect(await enterWith(saver, next.code())).toBe(true);
});

describe('a reset link', () => {
  const read = async (token: string) => api.call(readReset, { token }, { address: newAddress() });

  test('lists passkeys and an app that is new, and keeps what its reader ticks', async () => {
    const saver = await newSaver();
    const old = await addPasskey(saver, 'Old phone');
    clock.advance(RECENT_SECONDS);
    await saver.signIn();
    const kept = await addPasskey(saver, 'New phone');
    clock.advance(1);
    const thiefs = await addPasskey(saver, 'Thief’s phone');
    const own = await switchOn(api, testServices, saver.bearer());
    clock.advance(1);
    const { ways_in: ways } = dataOf(await read(await askForReset(saver)));
    expect(ways.map(({ kind, name, is_recent: isRecent }) => [kind, name, isRecent])).toEqual([
      ['passkey', 'Old phone', false],
      ['passkey', 'New phone', true],
      ['passkey', 'Thief’s phone', true],
      ['app', '', true],
    ]);
    await resetPassword(saver, [ways[1]!.id, 'app', 'made up']);
    expect([await signsIn(old), await signsIn(kept), await signsIn(thiefs)]).toEqual([false, true, false]);
    expect(await enterWith(saver, own.code(), NEW_PASSWORD)).toBe(true);
    const { text } = (await saver.mails()).findLast(({ subject }) => subject === 'Your Atrium password was changed')!;
    expect(text).toContain('These passkeys can still sign in: New phone.');
  });

  test('without an answer new passkeys go, and no second factor', async () => {
    const saver = await newSaver();
    const old = await addPasskey(saver, 'Old phone');
    clock.advance(RECENT_SECONDS);
    await saver.signIn();
    const thiefs = await addPasskey(saver, 'Thief’s phone');
    await switchOn(api, testServices, saver.bearer());
    await resetPassword(saver);
    expect([await signsIn(old), await signsIn(thiefs)]).toEqual([true, false]);
    expect(dataOf(await signInWith(saver, NEW_PASSWORD))).toHaveProperty('pending');
  });

  test('takes no app away that is older, whatever its reader ticks', async () => {
    const saver = await newSaver();
    const own = await withOldApp(saver);
    expect(dataOf(await read(await askForReset(saver))).ways_in).toEqual([]);
    await resetPassword(saver, []);
    expect(await enterWith(saver, own.code(), NEW_PASSWORD)).toBe(true);
  });

  test('that was used or made up lists nothing', async () => {
    const saver = await newSaver();
    const token = await askForReset(saver);
    const form = { token, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    dataOf(await api.call(confirmReset, form, { address: newAddress() }));
    for (const one of [token, 'made-up']) expect(refusalOf(await read(one))).toBe('reset_link_invalid');
  });
});
