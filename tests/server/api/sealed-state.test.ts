import { expect, test } from 'vitest';
import { openState, sealState } from '#server/api/sealed-state.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { SESSION_SECRET, testClock } from '../../support/app/services.ts';

const clock = testClock();
const services = { clock, secrets: deriveSecrets([SESSION_SECRET]) };

test('what one call has sealed opens no other call, of members or of staff', () => {
  const kinds = ['sign-in', 'sign-up', 'totp', 'new-passkey', 'passkey', 'new-staff-passkey', 'staff-passkey'] as const;
  const state = { memberId: 7, staffId: 7, since: 0, secret: 'x', challenge: 'x', signUpId: 'x' };
  for (const kind of kinds) {
    const sealed = sealState(services, kind, state, 60);
    expect(kinds.filter((other) => openState(services, other, sealed))).toEqual([kind]);
  }
});

test('it opens so long as it is valid, and not a moment longer', () => {
  const sealed = sealState(services, 'passkey', { challenge: 'x' }, 60);
  clock.advance(59);
  expect(openState(services, 'passkey', sealed)).toEqual({ challenge: 'x' });
  clock.advance(1);
  expect(openState(services, 'passkey', sealed)).toBeUndefined();
});
