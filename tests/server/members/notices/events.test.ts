import { describe, expect, test } from 'vitest';
import { activate, confirmReset, requestReset, signIn } from '#contracts/auth.ts';
import { cancelWithdrawal, requestWithdrawal } from '#contracts/finance.ts';
import { listNotices } from '#contracts/notices.ts';
import { changePassword, confirmEmail } from '#contracts/settings.ts';
import { payOut } from '#server/members/finance/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { apiOf, dataOf, newAddress, refusalOf, signedIn } from '../../../support/app/api.ts';
import { askerOf } from '../../../support/people/asker.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { GUEST_PASSWORD, newGuest } from '../../../support/people/guests.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { ownersOf } from '../settings/owner.ts';
import { both, receivedBy } from './received.ts';

const market = await openMarket();
const { services, app, clock } = market;
const api = apiOf(app);
const { newOwner, save } = ownersOf(market);
const order = (...argv: string[]) => runCommand(services, argv, 'olga');
const seenBy = async (bearer: string) => dataOf(await api.call(listNotices, {}, { bearer })).items;
const linkTo = async (email: string) => tokenIn((await emailsTo(market, email)).at(-1));

describe('the account', () => {
  test('a changed password', async () => {
    const { username, bearer } = await newOwner();
    const form = { old: GUEST_PASSWORD, new: 'Green-5-apples', new_repeat: 'Green-5-apples' };
    expect(refusalOf(await api.call(changePassword, { ...form, old: 'Wrong-1-guess' }, { bearer }))).toBe('invalid');
    expect(await receivedBy(services, username)).toEqual(both());
    dataOf(await api.call(changePassword, form, { bearer }));
    expect(await receivedBy(services, username)).toEqual(both('password-changed'));
  });

  test('a password set by a link, of which asking for it is no event', async () => {
    const { username, email } = await newOwner();
    dataOf(await api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() }));
    const token = await linkTo(email);
    expect(await receivedBy(services, username)).toEqual(both());
    const form = { token, password: 'Green-5-apples', password_repeat: 'Green-5-apples' };
    dataOf(await api.call(confirmReset, form, { address: newAddress() }));
    expect(refusalOf(await api.call(confirmReset, form, { address: newAddress() }))).toBe('reset_link_invalid');
    expect(await receivedBy(services, username)).toEqual(both('password-changed'));
  });

  test('another address, asked for and confirmed; both e-mails go to the old one', async () => {
    const owner = await newOwner();
    const email = `new-${owner.email}`;
    dataOf(await save(owner, { email }));
    dataOf(await save(owner, { email }));
    expect(await receivedBy(services, owner.username)).toEqual(both('email-changing'));
    const token = await linkTo(email);
    dataOf(await api.call(confirmEmail, { token }, { address: newAddress() }));
    expect(await receivedBy(services, owner.username)).toEqual(both('email-changing', 'email-changed'));
    const subjects = (await emailsTo(market, owner.email)).map(({ subject }) => subject);
    expect(subjects.slice(-2).toSorted()).toEqual([
      'New email for your Atrium account',
      'Your Atrium email was changed',
    ]);
    expect(await emailsTo(market, email)).toHaveLength(1);
  });

  test('a PIN set, tried wrongly, closed and cleared', async () => {
    await giveMoney(services, 'jonas', 100_000_000n);
    await signInWithPin(api, 'jonas');
    const tryWrong = async () => {
      const { access: bearer } = await api.signIn('jonas');
      const wish = { destination: WALLET, amount: '10.00', pin: '0000' };
      return refusalOf(await moneyCall(api, requestWithdrawal, wish, { bearer }));
    };
    for (let tries = 1; tries <= 4; tries += 1) expect(await tryWrong()).toBe('pin_wrong');
    expect(await receivedBy(services, 'jonas')).toEqual(both('pin-set'));
    for (let tries = 5; tries <= 10; tries += 1) {
      await tryWrong();
      clock.advance(24 * 3600);
    }
    expect((await receivedBy(services, 'jonas')).notices).toEqual([
      ...['pin-set', 'pin-waits', 'pin-waits', 'pin-waits', 'pin-closed'],
    ]);
    await order('members', 'clear-pin', 'jonas', '--why', 'asked');
    const received = await receivedBy(services, 'jonas');
    expect(received).toEqual(both('pin-set', 'pin-waits', 'pin-waits', 'pin-waits', 'pin-closed', 'pin-cleared'));
  });

  test('a sign-in from a device that was not seen before, the first one excepted', async () => {
    const { username } = await newOwner();
    const from = async (userAgent: string) => {
      const form = { login: username, password: GUEST_PASSWORD, bot_check: await api.answer() };
      return signedIn(await api.call(signIn, form, { address: newAddress(), userAgent })).access;
    };
    await from('');
    expect(await receivedBy(services, username)).toEqual(both());
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await from(firefox);
    const bearer = await from(firefox);
    expect(await receivedBy(services, username)).toEqual(both('new-device'));
    expect(await seenBy(bearer)).toMatchObject([{ kind: 'new-device', device: 'Firefox, Linux', about: null }]);
    const mail = (await emailsTo(market, `${username}@demo.example`)).at(-1);
    expect(mail?.text).toContain('Firefox, Linux');
  });
});

describe('money', () => {
  test('a withdrawal asked for, approved, sent', async () => {
    await giveMoney(services, 'ivan', 500_000_000n);
    const bearer = await signInWithPin(api, 'ivan');
    const wish = { destination: WALLET, amount: '200.00', pin: DEMO_PIN };
    const { id } = dataOf(await moneyCall(api, requestWithdrawal, wish, { bearer }));
    await order('withdrawals', 'approve', id, '--why', 'fine');
    await payOut(services, { withdrawalId: id });
    await payOut(services, { withdrawalId: id });
    expect(await receivedBy(services, 'ivan')).toEqual({
      notices: ['pin-set', 'withdrawal-completed'],
      emails: ['pin-set', 'withdrawal-completed', 'withdrawal-requested'],
    });
    expect((await seenBy(bearer))[0]).toMatchObject({
      kind: 'withdrawal-completed',
      about: { kind: 'withdrawal', id },
      amount: '200.00',
      is_unread: true,
    });
  });

  test('a withdrawal rejected; one that its owner takes back is none they have to be told of', async () => {
    await giveMoney(services, 'priya', 500_000_000n);
    const bearer = await signInWithPin(api, 'priya');
    const wish = { destination: WALLET, amount: '150.00', pin: DEMO_PIN };
    const first = dataOf(await moneyCall(api, requestWithdrawal, wish, { bearer }));
    await order('withdrawals', 'reject', first.id, '--why', 'A wrong address');
    const second = dataOf(await moneyCall(api, requestWithdrawal, wish, { bearer }));
    dataOf(await moneyCall(api, cancelWithdrawal, { id: second.id }, { bearer }));
    expect((await receivedBy(services, 'priya')).notices).toEqual([
      ...['pin-set', 'withdrawal-returned', 'withdrawal-requested'],
    ]);
  });

  test('a place opened, and what was paid too much', async () => {
    const { id } = await market.request('marie', 'licenses-1');
    await market.look('marie', id);
    market.state.pay(id, { amount: '120.00' });
    await market.look('marie', id);
    await market.look('marie', id);
    expect(await receivedBy(services, 'marie')).toEqual(both('place-opened', 'payment-returned'));
    const [returned, opened] = await seenBy(await market.bearerOf('marie'));
    expect(opened).toMatchObject({ about: { kind: 'transaction', id }, amount: '100.00', title: expect.any(String) });
    expect(returned).toMatchObject({ about: { kind: 'transaction', id }, amount: '20.00', title: opened?.title });
  });
});

describe('people', () => {
  test('an answer of support', async () => {
    const owner = await newOwner();
    const { number } = dataOf(await askerOf(api, owner.bearer).ask({ send_email: true }));
    expect(await receivedBy(services, owner.username)).toEqual(both());
    await order('support', 'answer', number, '--text', 'Here.', '--why', 'asked');
    expect(await receivedBy(services, owner.username)).toEqual(both('support-answered'));
    expect(await seenBy(owner.bearer)).toMatchObject([{ about: { kind: 'support', id: number } }]);
  });

  test('somebody who joined by my link, once their account is active', async () => {
    const before = await receivedBy(services, 'anna');
    const guest = await newGuest(api, market);
    expect(await receivedBy(services, 'anna')).toEqual(before);
    dataOf(await api.call(activate, { token: guest.token }, { address: newAddress() }));
    const after = await receivedBy(services, 'anna');
    expect(after.notices).toEqual([...before.notices, 'first-line-joined']);
    const [newest] = await seenBy((await api.signIn('anna')).access);
    expect(newest).toMatchObject({ about: { kind: 'member', id: guest.username } });
  });
});
