import type { App } from '#server/http/calls/app.ts';
import { newAddress } from './api.ts';

export type RawAnswer = { status: number; type: string; body: Record<string, unknown>; text: string; headers: Headers };

/** Sends any request to the API, also an unreadable one. */
export async function rawCall(app: App, path: string, init: RequestInit = {}): Promise<RawAnswer> {
  const request = new Request(`http://atrium.internal${path}`, init);
  const response = await app.fetch(request, { address: newAddress(), userAgent: '', requestId: 'test' });
  const { status, headers } = response;
  const text = await response.text();
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return { status, type, headers, text, body: type === 'application/json' ? JSON.parse(text) : {} };
}

export function postJson(app: App, path: string, body: string, type = 'application/json'): Promise<RawAnswer> {
  return rawCall(app, path, { method: 'POST', body, headers: { 'content-type': type, 'accept-language': 'en' } });
}
