import { eq } from 'drizzle-orm';
import type { Settings } from '#contracts/settings.ts';
import { memberPins, members } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { waitingEmail } from '#server/mail/index.ts';

/** What only its owner sees and changes, as it stands now. */
export async function readSettings(house: Pick<House, 'db' | 'clock'>, memberId: number): Promise<Settings> {
  const [[found], waiting] = await Promise.all([
    house.db
      .select({ member: members, pinOf: memberPins.memberId })
      .from(members)
      .leftJoin(memberPins, eq(memberPins.memberId, members.id))
      .where(eq(members.id, memberId)),
    waitingEmail(house.db, house.clock.now(), memberId),
  ]);
  if (!found) throw new Error(`there is no member ${memberId}`);
  const { member, pinOf } = found;
  return {
    name: member.name,
    email: member.email,
    new_email: waiting?.newEmail ?? null,
    contacts: member.contacts,
    contacts_visibility: member.contactsVisibility,
    partner_shows_name: member.partnerShowsName,
    in_sitemap: member.inSitemap,
    pin_set: pinOf !== null,
  };
}
