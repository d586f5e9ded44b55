import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Wire } from '#contracts/call.ts';
import { isoDay } from '#i18n/format.ts';
import type { Clock } from '#server/clock.ts';
import { answerWith, bytesOf } from '#server/http/body-at-hand.ts';
import type { Arrival, FrontEnv } from './arrival.ts';

/** Some 500 pages. With twice as many the process grew by 25 to 60 MB. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What nobody has asked for again within this time is of no use, and somebody's. */
const KEPT_MS = 10 * 60 * 1000;

/** A page as it went out, with the looks that it hangs on and the fingerprint of what was told. */
type Kept = {
  wires: readonly Wire[];
  told: string;
  body: Buffer<ArrayBuffer>;
  headers: [string, string][];
  /** As good as: letters of what stands beside the body, which is the most of it. */
  bytes: number;
};

/** Asks what a page has asked before, and says what is told now; nothing when some of it was refused. */
type AskAgain = (wires: readonly Wire[]) => Promise<readonly string[] | undefined>;

export type UnchangedPages = {
  /** All that such a page hangs on, but for what it is told. */
  keyOf(arrival: Arrival): string;
  /** The page as it went out before, if what is told now is what was told then. */
  again(key: string, ask: AskAgain): Promise<Response | undefined>;
  /** Keeps what may be repeated just as it goes out, so it stands before all that changes a page. */
  keep: MiddlewareHandler<FrontEnv>;
};

/** Members' pages, each for whom it was drawn (decision 0043). */
export function unchangedPages(clock: Clock, timeZone: string, mostBytes = MOST_BYTES): UnchangedPages {
  const pages = recentlyUsed(clock, mostBytes);
  return {
    keyOf({ incoming: { url, headers } }) {
      const { host, cookie, 'accept-encoding': encoding, 'x-part': part } = headers;
      return fingerprint([isoDay(clock.now(), timeZone), host, url, cookie, encoding, part]);
    },
    async again(key, ask) {
      const kept = pages.get(key);
      const told = kept && (await ask(kept.wires));
      if (!told || fingerprint(told) !== kept.told) return undefined;
      return answerWith(kept.body, { headers: kept.headers });
    },
    async keep(context, next) {
      await next();
      const { res } = context;
      const repeatable = context.get('repeatable');
      const asked = repeatable?.asked();
      // Whoever takes it uncompressed is no browser.
      const isWhole = res.status === 200 && res.headers.has('content-encoding') && !res.headers.has('set-cookie');
      if (!repeatable || !asked || !isWhole) return;
      // In memory of its own: of what Node and its compressor hand out, each piece holds a larger one.
      const body = Buffer.from(new Uint8Array(await bytesOf(res)).buffer);
      const headers = [...res.headers];
      const { wires } = asked;
      const bytes = body.length + JSON.stringify([wires, headers]).length;
      pages.set(repeatable.key, { wires, told: fingerprint(asked.told), body, headers, bytes });
      context.res = undefined;
      context.res = answerWith(body, { headers });
    },
  };
}

/** Neither headers nor answers have a line break in them. */
function fingerprint(parts: readonly unknown[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64');
}

/** The longest unused stand first, and leave when there is too much, or after their time. */
function recentlyUsed(clock: Clock, mostBytes: number) {
  const pages = new Map<string, { kept: Kept; usedAt: number }>();
  let bytes = 0;
  const take = (key: string) => {
    const page = pages.get(key);
    if (page) bytes -= page.kept.bytes;
    pages.delete(key);
    return page?.kept;
  };
  const set = (key: string, kept: Kept) => {
    take(key);
    pages.set(key, { kept, usedAt: clock.now().getTime() });
    bytes += kept.bytes;
  };
  const sweep = () => {
    const now = clock.now().getTime();
    for (const [key, { usedAt }] of pages) {
      if (bytes <= mostBytes && now - usedAt < KEPT_MS) break;
      take(key);
    }
  };
  return {
    get(key: string) {
      sweep();
      const kept = take(key);
      if (kept) set(key, kept);
      return kept;
    },
    set,
  };
}
