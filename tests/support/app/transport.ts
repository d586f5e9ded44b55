import type { ApiRequest } from '#contracts/call.ts';
import type { CookieName, Cookies } from '#contracts/page-context.ts';
import type { Answer, Transport } from '#server/http/calls/transport.ts';

export function jsonAnswer(status: number, body: unknown = {}): Answer {
  return { status, headers: new Headers(), text: JSON.stringify(body) };
}

/** A transport to an API played by the test. `sent` lists the requests. */
export function playedTransport(
  play: (apiRequest: ApiRequest) => Answer | Promise<Answer>,
): Transport & { sent: ApiRequest[] } {
  const sent: ApiRequest[] = [];
  const transport: Transport = async (apiRequest) => {
    sent.push(apiRequest);
    return play(apiRequest);
  };
  return Object.assign(transport, { sent });
}

/** A visitor's cookies as a plain object; deleted cookies are absent. */
export function plainCookies(initial: Partial<Record<CookieName, string>>): Cookies & { now: typeof initial } {
  const now = { ...initial };
  return {
    now,
    get: (name) => now[name],
    came: (name) => name in initial,
    set(name, value) {
      if (value === undefined) delete now[name];
      else now[name] = value;
    },
  };
}
