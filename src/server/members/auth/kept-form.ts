import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type * as z from 'zod/mini';
import type { keepForm, openKeptForm } from '#contracts/auth.ts';
import { KEPT_FORM_MAX, KEPT_FORMS, type KeptPage } from '#domain/kept-forms.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Services } from '#server/api/services.ts';
import { seal, unseal } from '#server/base/seal.ts';
import { isPageOwner } from './page-owner.ts';

const KEPT_SECONDS = 60 * 60;
/** Fast and still half the size. Slower compression would let strangers keep the server busy. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const OPENED_MAX_BYTES = 64 * 1024;

type SealedForm = { page: KeptPage; owner: string; until: number; values: Record<string, string> };

/** Only the owner can open it, for one hour. Null if it is too long. */
export function sealForm(services: Services, { page, owner, values }: z.output<typeof keepForm.input>): string | null {
  const names: readonly string[] = KEPT_FORMS[page];
  const wanted = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  const kept: SealedForm = { page, owner, until: addSeconds(services.clock.now(), KEPT_SECONDS).getTime(), values: wanted };
  const packed = brotliCompressSync(JSON.stringify(kept), QUICK);
  const text = seal(services.secrets.keptForms, packed).toString('base64url');
  return text.length <= KEPT_FORM_MAX ? text : null;
}

export function openForm(
  services: Services,
  memberId: number,
  { page, kept }: z.output<typeof openKeptForm.input>,
): SealedForm['values'] | null {
  const packed = unseal(services.secrets.keptForms, Buffer.from(kept, 'base64url'));
  const opened = packed && unpack(packed);
  const isTheirs = opened?.page === page && isPageOwner(services, opened.owner, { kind: 'member', id: memberId });
  return isTheirs && opened.until > services.clock.now().getTime() ? opened.values : null;
}

function unpack(packed: Buffer): SealedForm | undefined {
  try {
    return JSON.parse(brotliDecompressSync(packed, { maxOutputLength: OPENED_MAX_BYTES }).toString('utf8')) as SealedForm;
  } catch {
    return undefined;
  }
}
