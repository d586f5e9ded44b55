import type { AstroGlobal } from 'astro';
import { getPartner } from '#contracts/partner.ts';
import { readRef } from '#domain/identity.ts';
import { path } from '#domain/paths.ts';
import { readDisclosureText } from '#islands/shared/disclosure-text.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';

/** Only what guests see is published. Members see their own page, and are led from others to their profile. */
export async function loadPartner(page: AstroGlobal) {
  const { call, hasSession, language, pageContext } = page.locals;
  const ref = readRef(page.params['ref']);
  const me = hasSession ? await readProfile(page) : undefined;
  const isOwner = me?.success === true;
  if (isOwner && me.data.ref_code !== ref) return page.redirect(path(language, 'profile'));
  const [answer, disclosed] = await Promise.all([
    ref ? call(getPartner, { ref }) : undefined,
    readDisclosureText(page.locals),
  ]);
  if (answer && !answer.success && answer.error.status !== 404) return respondToRefusal(page, answer.error);
  const partner = answer?.success ? answer.data : undefined;
  if (!partner) page.response.status = 404;
  else if (ref && !isOwner) pageContext.publish({ viewOf: ref });
  return { ref, partner, disclosed, isOwner };
}
