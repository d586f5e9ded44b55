import type { OutputOf } from '#contracts/contract.ts';
import type { getPartner } from '#contracts/partner.ts';
import { roleLook } from '#domain/career-status.ts';
import { photoInSize } from '#domain/photo.ts';

export type Inviter = OutputOf<typeof getPartner>;

type Props = { inviter: Inviter; invites: string; note: string };

export function InviterCard({ inviter, invites, note }: Props) {
  const { username, name, photo, career_status } = inviter;
  return (
    <div className="invite user">
      <span className="avatar lg" data-tier={roleLook(career_status).tier} aria-hidden="true">
        {photo ? (
          <img src={photoInSize(photo, 96)} alt="" width={96} height={96} />
        ) : (
          [...username].slice(0, 2).join('')
        )}
      </span>
      <div>
        <small>{invites}</small>
        <b>{name || username}</b>
        <small>{[`@${username}`, note].filter(Boolean).join(' · ')}</small>
      </div>
    </div>
  );
}
