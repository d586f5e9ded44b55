import { describe, expect, test } from 'vitest';
import { getBotCheck, signIn } from '#contracts/auth.ts';
import { toResult, toApiRequest } from '#contracts/call.ts';
import { getPartner } from '#contracts/partner.ts';
import { savePhoto } from '#contracts/photo.ts';
import { z } from 'zod/mini';
import { contract } from '#contracts/contract.ts';

describe('a call as HTTP', () => {
  test('asks for the reader’s language', () => {
    expect(toApiRequest(getBotCheck, {}, 'ta')).toEqual({
      method: 'GET',
      path: '/api/auth/bot-check/',
      headers: { accept: 'application/json', 'accept-language': 'ta' },
    });
  });

  test('puts the words of the path where they belong, and nowhere else', () => {
    expect(toApiRequest(getPartner, { ref: 'a/../b?c' }, 'ru').path).toBe('/api/partners/a%2F..%2Fb%3Fc/');
  });

  test('puts the rest of a GET into the query and leaves out what was not asked', () => {
    const asked = { ref: 'anna', line: 2, search: 'ö & ü', status: undefined };
    expect(toApiRequest(getPartner, asked, 'ru').path).toBe('/api/partners/anna/?line=2&search=%C3%B6+%26+%C3%BC');
  });

  test('puts the rest of a POST into a JSON body', () => {
    const apiRequest = toApiRequest(signIn, { login: 'anna', password: 'Demo-2026!' }, 'en');
    expect(apiRequest).toMatchObject({
      method: 'POST',
      path: '/api/auth/sign-in/',
      body: '{"login":"anna","password":"Demo-2026!"}',
    });
    expect(apiRequest.headers['content-type']).toBe('application/json');
  });

  test('puts a file into a form, whose type the carrier writes, and stays JSON without one', () => {
    const photo = new File(['x'], 'me.png', { type: 'image/png' });
    const apiRequest = toApiRequest(savePhoto, { photo }, 'en');
    expect([...(apiRequest.body as FormData)]).toEqual([['photo', photo]]);
    expect(apiRequest.headers).not.toHaveProperty('content-type');
    expect(toApiRequest(savePhoto, {}, 'en')).toMatchObject({
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('keeps the words of the path out of the body', () => {
    const cancel = contract({
      ...signIn,
      path: '/api/transactions/{id}/cancellation/',
      input: z.strictObject({ id: z.string() }),
    });
    expect(toApiRequest(cancel, { id: 'x1' }, 'en')).toMatchObject({
      path: '/api/transactions/x1/cancellation/',
      body: '{}',
    });
  });

  test('carries its uid as a quoted ETag, so that it can be sent again', () => {
    expect(toApiRequest(signIn, {}, 'en', { uid: '4f1c' }).headers['etag']).toBe('"4f1c"');
    expect(toApiRequest(signIn, {}, 'en').headers).not.toHaveProperty('etag');
  });

  test('does not change what it was given', () => {
    const input = { ref: 'anna' };
    toApiRequest(getPartner, input, 'ru');
    expect(input).toEqual({ ref: 'anna' });
  });
});

describe('an answer', () => {
  test.each([200, 201, 202])('%i is a success', (status) => {
    expect(toResult(status, null, { username: 'anna' })).toEqual({ success: true, data: { username: 'anna' } });
  });

  test('with a refusal says what was refused and where', () => {
    const body = { code: 'invalid', detail: 'Please look again.', fields: { email: ['Too long.'] } };
    expect(toResult(422, null, body)).toEqual({ success: false, error: { ...body, status: 422 } });
  });

  test('with too many tries says when to come back', () => {
    const body = { code: 'too_often', detail: 'Later.' };
    expect(toResult(429, '30', body)).toEqual({
      success: false,
      error: { ...body, status: 429, retryAfterSeconds: 30 },
    });
  });

  test.each([['<html>'], [null], [undefined], [{ error: 'x' }]])('that is unreadable (%j) is unexpected', (body) => {
    expect(toResult(502, null, body)).toEqual({
      success: false,
      error: { code: 'unexpected', detail: '', status: 502 },
    });
  });
});
