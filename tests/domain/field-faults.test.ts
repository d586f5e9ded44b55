import { expect, test } from 'vitest';
import { fault, readFault } from '#domain/field-faults.ts';

test('a fault comes back with its numbers', () => {
  expect(fault('too_long', { max: 1000 })).toBe('too_long?max=1000');
  expect(readFault('too_long?max=1000')).toEqual({ code: 'too_long', params: { max: 1000 } });
});

test('a fault without numbers is its code', () => {
  expect(fault('required')).toBe('required');
  expect(readFault('required')).toEqual({ code: 'required', params: {} });
});

test('what zod says in its own words is “invalid”', () => {
  expect(readFault('Invalid input: expected string')).toEqual({ code: 'invalid', params: {} });
  expect(readFault('')).toEqual({ code: 'invalid', params: {} });
});
