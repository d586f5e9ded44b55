import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '#client/call.ts';
import { onSessionEnd } from '#client/end-session.ts';
import { getPartner } from '#contracts/partner.ts';
import { getProfile } from '#contracts/profile.ts';
import { answerWith, openPageAt } from '../support/browser/browser-globals.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a call from the browser', () => {
  test('brings back what the server answered, in the page’s language', async () => {
    openPageAt('/tamil/auth/sign-up', 'ta');
    const fetched = answerWith(200, { username: 'anna' });
    expect(await call(getPartner, { ref: 'anna' })).toEqual({ success: true, data: { username: 'anna' } });
    const [address, { headers, credentials }] = fetched.mock.calls[0]!;
    expect(String(address)).toBe('/api/partners/anna/');
    expect(new Headers(headers).get('accept-language')).toBe('ta');
    expect(credentials).toBe('same-origin');
  });

  test('brings back a refusal with the time to wait', async () => {
    openPageAt('/en/auth/sign-up');
    answerWith(429, { code: 'too_often', detail: 'Wait.' }, { 'retry-after': '30' });
    const refusal = { status: 429, code: 'too_often', detail: 'Wait.', retryAfterSeconds: 30 };
    expect(await call(getPartner, { ref: 'anna' })).toEqual({ success: false, error: refusal });
  });

  test('brings back nothing when the line broke, and says so on the console', async () => {
    openPageAt('/en/auth/sign-up');
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await call(getPartner, { ref: 'anna' })).toBeUndefined();
    expect(told.mock.calls.flat().join(' ')).toContain('GET /api/partners/anna/ did not come through');
    told.mockRestore();
  });

  test('is tried once, whatever comes back', async () => {
    openPageAt('/en/auth/sign-up');
    const fetched = answerWith(503, { code: 'unavailable', detail: 'Later.' });
    await call(getPartner, { ref: 'anna' });
    expect(fetched).toHaveBeenCalledOnce();
  });
});

describe('a member’s call without a session', () => {
  const noSession = { code: 'session_ended', detail: 'Sign in again.' };

  test.each([
    ['/de/dashboard/team', '/de/auth?ended=yes&return_to=%2Fde%2Fdashboard%2Fteam'],
    ['/dashboard/team', '/ru/auth?ended=yes&return_to=%2Fdashboard%2Fteam'],
  ])('on %s ends the session and leads to %s', async (here, there) => {
    const assign = openPageAt(here);
    const ended = vi.fn();
    const stopListening = onSessionEnd(ended);
    answerWith(401, noSession);
    expect(await call(getProfile)).toMatchObject({ success: false, error: { status: 401 } });
    expect(ended).toHaveBeenCalledOnce();
    expect(assign).toHaveBeenCalledWith(there);
    stopListening();
  });

  test('on a guest’s page leads nowhere', async () => {
    const assign = openPageAt('/en/auth/sign-up');
    answerWith(401, noSession);
    await call(getProfile);
    expect(assign).not.toHaveBeenCalled();
  });

  test('is a member’s affair only: a guest’s call ends nothing', async () => {
    const assign = openPageAt('/en/dashboard/team');
    answerWith(401, noSession);
    await call(getPartner, { ref: 'anna' });
    expect(assign).not.toHaveBeenCalled();
  });
});
