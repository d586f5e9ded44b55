import type { Context } from 'hono';
import { uploadAccruals } from '#contracts/console/accruals.ts';
import { getStaffSession } from '#contracts/console/session.ts';
import { savePhoto } from '#contracts/photo.ts';
import { ACCRUAL_FORM_MAX_BYTES } from '#domain/accrual-file.ts';
import { consolePath } from '#domain/console-paths.ts';
import { isLanguage } from '#domain/languages.ts';
import { pageAt } from '#domain/paths.ts';
import { PHOTO_FORM_MAX_BYTES } from '#domain/photo.ts';
import { segmentsOf } from '#domain/plain-path.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { addressKey } from '#server/api/rate-limits.ts';
import type { HttpEnv } from '#server/api/request-info.ts';

export type Upload = {
  by: 'call' | 'page';
  maxBytes: number;
  tooLarge: 'photo_too_large' | 'too_large';
  /** GET it first; 200 means that the upload is allowed. Default: the path of the upload. */
  preflightPath?: string;
};

const DRAFT_MAX_BYTES = 2 * 1024 * 1024;
const DRAFTS = /^\/operator\/api\/(plans\/draft|posts\/preview|posts\/[^/]+\/draft)\/$/;

export function uploadAt({ req: request, env: { path } }: Context<HttpEnv>): Upload | undefined {
  const { method } = request;
  if (method === 'POST' && DRAFTS.test(path)) {
    return { by: 'call', maxBytes: DRAFT_MAX_BYTES, tooLarge: 'too_large', preflightPath: getStaffSession.path };
  }
  if (method !== 'POST' || !/^multipart\/form-data\b/i.test(request.header('content-type') ?? '')) return undefined;
  if (path === consolePath('planDraft')) return { by: 'call', maxBytes: DRAFT_MAX_BYTES, tooLarge: 'too_large' };
  if (path === uploadAccruals.path) return { by: 'call', maxBytes: ACCRUAL_FORM_MAX_BYTES, tooLarge: 'too_large' };
  const [language, ...segments] = segmentsOf(path);
  const isPage = isLanguage(language) && pageAt(segments) === 'settingsPhoto';
  if (!isPage && path !== savePhoto.path) return undefined;
  return { by: isPage ? 'page' : 'call', maxBytes: PHOTO_FORM_MAX_BYTES, tooLarge: 'photo_too_large' };
}

export class TooMuch extends Error {}

export function limitStream(stream: ReadableStream<Uint8Array>, limitBytes: number): ReadableStream<Uint8Array> {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > limitBytes) controller.error(new TooMuch('more came than may'));
        else controller.enqueue(chunk);
      },
    }),
  );
}

export async function drain(stream: ReadableStream<Uint8Array> | null): Promise<void> {
  await stream?.pipeTo(new WritableStream()).catch(() => {});
}

/** Per process: each upload is held in memory several times. */
const AT_ONCE = 8;
const AT_ONCE_BY_ONE = 2;
const underWay: string[] = [];

export async function limitUploads(address: string, work: () => Promise<void>): Promise<Refused | undefined> {
  const key = addressKey(address);
  const isTooMany = underWay.length >= AT_ONCE || underWay.filter((other) => other === key).length >= AT_ONCE_BY_ONE;
  if (isTooMany) return refuse('unavailable', { retryAfterSeconds: 5 });
  underWay.push(key);
  try {
    await work();
    return undefined;
  } finally {
    underWay.splice(underWay.indexOf(key), 1);
  }
}
