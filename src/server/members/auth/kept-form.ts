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
  const pageValues = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  const until = addSeconds(services.clock.now(), KEPT_SECONDS).getTime();
  const form: SealedForm = { page, owner, until, values: pageValues };
  const packed = brotliCompressSync(JSON.stringify(form), QUICK);
  const text = seal(services.secrets.keptForms, packed).toString('base64url');
  return text.length <= KEPT_FORM_MAX ? text : null;
}

export function openForm(
  services: Services,
  memberId: number,
  { page, kept }: z.output<typeof openKeptForm.input>,
): SealedForm['values'] | null {
  const packed = unseal(services.secrets.keptForms, Buffer.from(kept, 'base64url'));
  const form = packed && unpack(packed);
  const isOwnForm = form?.page === page && isPageOwner(services, form.owner, { kind: 'member', id: memberId });
  return isOwnForm && form.until > services.clock.now().getTime() ? form.values : null;
}

function unpack(packed: Buffer): SealedForm | undefined {
  try {
    return JSON.parse(
      brotliDecompressSync(packed, { maxOutputLength: OPENED_MAX_BYTES }).toString('utf8'),
    ) as SealedForm;
  } catch {
    return undefined;
  }
}
