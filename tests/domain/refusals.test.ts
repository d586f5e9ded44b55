import { expect, test } from 'vitest';
import { isRefused, REFUSALS, refuse, refuseField } from '#domain/refusals.ts';

test('a use case’s no is told from its answer', () => {
  expect(isRefused(refuse('too_often', { retryAfterSeconds: 60 }))).toBe(true);
  expect([undefined, null, 'refused', { username: 'anna' }].filter(isRefused)).toEqual([]);
});

test('a no to one field says which field, and what is wrong in it with its numbers', () => {
  expect(refuseField('pin', 'pin_wrong', { left: 2 })).toEqual({
    refused: 'invalid',
    fields: { pin: ['pin_wrong?left=2'] },
  });
  expect(refuseField('email', 'required')).toEqual({ refused: 'invalid', fields: { email: ['required'] } });
});

test('a refusal is the caller’s fault, but for the two that are ours', () => {
  const ours = Object.entries(REFUSALS).filter(([, status]) => status >= 500);
  expect(ours).toEqual([
    ['unexpected', 500],
    ['unavailable', 503],
  ]);
});
