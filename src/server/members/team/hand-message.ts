import type { MemberCard } from '#contracts/profile.ts';
import type { HandReason } from '#domain/hand.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import type { Services } from '#server/api/services.ts';

type Named = Pick<MemberCard, 'username' | 'name'>;
type Parts = { reason: HandReason; at: Date; language: Language; recipient: Named; inviter: Named };

/** In the recipient's language, as their inviter would write. Names no amount and promises nothing. */
export function writeHandMessage({ config }: Pick<Services, 'config'>, parts: Parts): string {
  const { reason, at, language, recipient, inviter } = parts;
  const t = translator(language);
  return t(`team:hand_message.${reason}`, {
    name: nameOf(recipient),
    inviter: nameOf(inviter),
    product: config.productName,
    date: formatDate(at, config.timeZone),
    link: config.publicOrigin + path(language, 'activate'),
  });
}

function nameOf({ username, name }: Named): string {
  return name || username;
}
