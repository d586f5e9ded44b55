import { expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import { contracts } from '#contracts/index.ts';

test('the calls there are', () => {
  const calls = contracts.map(({ method, path, success, caller }) => `${method} ${path} → ${success} (${caller})`);
  expect(calls.toSorted().join('\n')).toMatchInlineSnapshot(`
    "GET /api/agreement/ → 200 (anyone)
    GET /api/auth/bot-check/ → 200 (anyone)
    GET /api/auth/passkey/ → 200 (anyone)
    GET /api/disclosure/ → 200 (anyone)
    GET /api/disclosure/facts/ → 200 (anyone)
    GET /api/events/ → 200 (member)
    GET /api/events/recent/ → 200 (member)
    GET /api/feed/ → 200 (member)
    GET /api/feed/calendar/ → 200 (member)
    GET /api/feed/calendar/webinars/ → 200 (anyone)
    GET /api/feed/{id}/ → 200 (member)
    GET /api/finance/balance/ → 200 (member)
    GET /api/finance/destinations/ → 200 (member)
    GET /api/finance/earnings/ → 200 (member)
    GET /api/finance/history/ → 200 (member)
    GET /api/finance/statement/ → 200 (member)
    GET /api/finance/statements/ → 200 (member)
    GET /api/finance/statements/{month}/ → 200 (member)
    GET /api/finance/withdrawals/ → 200 (member)
    GET /api/finance/withdrawals/{id}/ → 200 (member)
    GET /api/find/ → 200 (member)
    GET /api/legal/{document}/ → 200 (anyone)
    GET /api/notices/ → 200 (member)
    GET /api/notices/choices/ → 200 (member)
    GET /api/partners/{ref}/ → 200 (anyone)
    GET /api/photos/{id}/{size}/ → 200 (anyone)
    GET /api/places/{platform}/ → 200 (member)
    GET /api/places/{platform}/seat/ → 200 (member)
    GET /api/places/{platform}/structure/ → 200 (member)
    GET /api/seals/ → 200 (anyone)
    GET /api/seals/log/checkpoint/ → 200 (anyone)
    GET /api/seals/log/entries/{number}/{width}/ → 200 (anyone)
    GET /api/seals/log/proofs/{kind}/{id}/ → 200 (member)
    GET /api/seals/log/tiles/{level}/{number}/{width}/ → 200 (anyone)
    GET /api/seals/{day}/ → 200 (anyone)
    GET /api/seals/{day}/proof/ → 200 (member)
    GET /api/signing-keys/ → 200 (anyone)
    GET /api/sitemap/ → 200 (anyone)
    GET /api/sitemap/{part}/ → 200 (anyone)
    GET /api/statements/{number}/ → 200 (anyone)
    GET /api/statements/{number}/note/ → 200 (anyone)
    GET /api/support/ → 200 (member)
    GET /api/team/ → 200 (member)
    GET /api/team/growth/ → 200 (member)
    GET /api/team/hand/count/ → 200 (member)
    GET /api/team/hand/members/ → 200 (member)
    GET /api/team/members/csv/ → 200 (member)
    GET /api/team/members/{username}/line/ → 200 (member)
    GET /api/team/totals/ → 200 (member)
    GET /api/team/{username}/ → 200 (member)
    GET /api/transactions/ → 200 (member)
    GET /api/transactions/{id}/ → 200 (member)
    GET /api/transparency/ → 200 (anyone)
    GET /api/transparency/csv/ → 200 (anyone)
    GET /api/users/export/ → 200 (member)
    GET /api/users/export/preparation/ → 200 (member)
    GET /api/users/first-steps/ → 200 (member)
    GET /api/users/photo/ → 200 (member)
    GET /api/users/profile/ → 200 (member)
    GET /api/users/registrations/ → 200 (member)
    GET /api/users/second-factor/ → 200 (member)
    GET /api/users/second-factor/app/ → 200 (member)
    GET /api/users/security-events/ → 200 (member)
    GET /api/users/sessions/ → 200 (member)
    GET /api/users/settings/ → 200 (member)
    POST /api/accruals/ → 200 (operator)
    POST /api/auth/activation/ → 200 (anyone)
    POST /api/auth/activation/link/ → 200 (anyone)
    POST /api/auth/activation/resend/ → 202 (anyone)
    POST /api/auth/kept-form/ → 200 (anyone)
    POST /api/auth/logout/ → 200 (anyone)
    POST /api/auth/reset/ → 202 (anyone)
    POST /api/auth/reset/confirm/ → 200 (anyone)
    POST /api/auth/reset/link/ → 200 (anyone)
    POST /api/auth/second-factor/keeping/ → 200 (anyone)
    POST /api/auth/sign-in/ → 200 (anyone)
    POST /api/auth/sign-in/code/ → 200 (anyone)
    POST /api/auth/sign-in/passkey/ → 200 (anyone)
    POST /api/auth/sign-up/ → 201 (anyone)
    POST /api/auth/sign-up/email/ → 200 (anyone)
    POST /api/auth/sign-up/waiting/ → 200 (anyone)
    POST /api/auth/token/refresh/ → 200 (anyone)
    POST /api/auth/withdrawals/stop/ → 200 (anyone)
    POST /api/feed/calendar/ → 200 (member)
    POST /api/feed/read/ → 200 (member)
    POST /api/feed/unread/ → 200 (member)
    POST /api/finance/destinations/ → 201 (member)
    POST /api/finance/destinations/wait/ → 200 (member)
    POST /api/finance/destinations/{id}/name/ → 200 (member)
    POST /api/finance/destinations/{id}/removal/ → 200 (member)
    POST /api/finance/withdrawals/ → 201 (member)
    POST /api/finance/withdrawals/resumption/ → 200 (member)
    POST /api/finance/withdrawals/{id}/cancellation/ → 200 (member)
    POST /api/finance/withdrawals/{id}/dismissal/ → 200 (member)
    POST /api/notices/choices/ → 200 (member)
    POST /api/notices/choices/off/ → 200 (anyone)
    POST /api/notices/read/ → 200 (member)
    POST /api/partners/{ref}/views/ → 202 (anyone)
    POST /api/places/{platform}/requests/ → 201 (member)
    POST /api/support/ → 201 (member)
    POST /api/support/read/ → 200 (member)
    POST /api/team/hand/snooze/ → 200 (member)
    POST /api/transactions/{id}/cancellation/ → 200 (member)
    POST /api/transactions/{id}/recreation/ → 201 (member)
    POST /api/transactions/{id}/withdrawal/ → 200 (member)
    POST /api/users/agreement/ → 200 (member)
    POST /api/users/closure/ → 200 (member)
    POST /api/users/email/confirmation/ → 200 (anyone)
    POST /api/users/export/preparation/ → 202 (member)
    POST /api/users/first-steps/dismissal/ → 200 (member)
    POST /api/users/kept-form/ → 200 (member)
    POST /api/users/language/ → 200 (member)
    POST /api/users/passkeys/ → 201 (member)
    POST /api/users/passkeys/options/ → 200 (member)
    POST /api/users/passkeys/removal/ → 200 (member)
    POST /api/users/password/ → 200 (member)
    POST /api/users/photo/ → 200 (member)
    POST /api/users/pin/ → 200 (member)
    POST /api/users/profile/ → 200 (member)
    POST /api/users/second-factor/ → 200 (member)
    POST /api/users/second-factor/app/ → 200 (member)
    POST /api/users/second-factor/recovery-codes/ → 200 (member)
    POST /api/users/second-factor/removal/ → 200 (member)
    POST /api/users/sessions/end/ → 200 (member)
    POST /api/webhooks/qpayments/ → 200 (node)"
  `);
});

test('no two calls share an address', () => {
  const addresses = contracts.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test('every word of a path is asked for by the input', () => {
  for (const { path, input } of contracts) {
    for (const [, word = ''] of path.matchAll(/\{(\w+)\}/g)) expect(Object.keys(input.shape)).toContain(word);
  }
});

test('input takes nothing that it does not name, but for what the node adds to its events', () => {
  const open = [...contracts, ...consoleContracts].filter(({ input }) => {
    const { error } = input.safeParse({ not_a_field: 1 });
    return !error?.issues.some(({ code }) => code === 'unrecognized_keys');
  });
  expect(open.map(({ path }) => path)).toEqual(['/api/webhooks/qpayments/']);
});

test('nobody is asked for a hint or for the answer to a secret question', () => {
  const fields = [...contracts, ...consoleContracts].flatMap(({ path, input }) =>
    Object.keys(input.shape).map((field) => `${path} ${field}`),
  );
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter((field) => /hint|question|secret_answer|security_answer|maiden/.test(field))).toEqual([]);
});

test('every call that changes what open pages follow names the event that they wait for', () => {
  const changing = contracts.flatMap(({ path, changes }) => (changes ? [`${path}: ${changes}`] : []));
  expect(changing.toSorted()).toEqual([
    '/api/finance/withdrawals/: withdrawals',
    '/api/finance/withdrawals/{id}/cancellation/: withdrawals',
    '/api/finance/withdrawals/{id}/dismissal/: withdrawals',
    '/api/notices/read/: notices',
    '/api/places/{platform}/requests/: transactions',
    '/api/support/: support',
    '/api/transactions/{id}/cancellation/: transactions',
    '/api/transactions/{id}/recreation/: transactions',
    '/api/transactions/{id}/withdrawal/: transactions',
  ]);
});
