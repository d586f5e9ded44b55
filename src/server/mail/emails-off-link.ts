import type { Language } from '#domain/languages.ts';
import { isWantedEmail, type NoticeKind } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { isMadeWithOne, mac } from '#server/base/secrets.ts';
import type { Services } from '#server/api/services.ts';

type Choice = { memberId: number; kind: NoticeKind };

/** The link never expires and needs no session: it only turns off one kind of e-mail. */
export function emailsOffLink(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  { language, ...choice }: Choice & { language: Language },
): string {
  const proof = proofOf(secrets.emailsOff[0], choice).toString('base64url');
  const token = `${choice.memberId}.${choice.kind}.${proof}`;
  return config.publicOrigin + path(language, 'emailsOff', { token });
}

export function readEmailsOffToken({ secrets }: Pick<Services, 'secrets'>, token: string): Choice | undefined {
  const [, id = '', kind = '', proof = ''] = /^([1-9]\d{0,9})\.([a-z-]{1,40})\.([\w-]{43})$/.exec(token) ?? [];
  if (!isWantedEmail(kind)) return undefined;
  const choice = { memberId: Number(id), kind };
  const isOurs = isMadeWithOne(secrets.emailsOff, Buffer.from(proof, 'base64url'), (key) => proofOf(key, choice));
  return isOurs ? choice : undefined;
}

function proofOf(key: Buffer, { memberId, kind }: Choice): Buffer {
  return mac(key, String(memberId), kind);
}
