import type { MouseEvent } from 'react';
import type { Seat as SeatOfStructure } from '#contracts/places.ts';
import { CAREER_STATUSES, roleLook } from '#domain/career-status.ts';
import type { Reader } from '#i18n/reader.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  seat: SeatOfStructure;
  href: string | undefined;
  /** Whether Tab reaches it. */
  isStop: boolean;
  onStep: (event: MouseEvent) => void;
};

/** Free seats are only shown; members can't take one. */
export function Seat({ seat, href, isStop, onStep }: Props) {
  const reader = useReader();
  const { place } = seat;
  const { name, username, number } = wordsOf(seat, reader);
  if (!place) {
    return (
      <div className="user seat free">
        <span className="avatar" aria-hidden="true" />
        <span>
          <b>{name}</b>
        </span>
      </div>
    );
  }
  const inside = (
    <>
      <Avatar user={{ ...place, username: place.username ?? place.initials }} tier={tierOf(place)} nobody="" />
      <span>
        <b>{name}</b>
        {username && <small>{username}</small>}
        <small>{number}</small>
      </span>
      {href && <Icon name="tree" size="small" />}
    </>
  );
  if (!href) return <span className="user seat">{inside}</span>;
  return (
    <a className="user seat" href={href} onClick={onStep} tabIndex={isStop ? undefined : -1} data-in-place>
      {inside}
    </a>
  );
}

export function wordsOf({ place }: SeatOfStructure, { t }: Reader) {
  if (!place) return { name: t('places:structure.free') };
  return {
    name: place.is_former ? t('common:former_member') : place.name || place.username || place.initials,
    username: place.username && !place.is_former ? `@${place.username}` : undefined,
    number: place.is_mine ? `${place.number} · ${t('places:structure.mine')}` : place.number,
  };
}

function tierOf({ career_status }: NonNullable<SeatOfStructure['place']>) {
  const status = CAREER_STATUSES.find((one) => one === career_status);
  const tier = status && roleLook(status).tier;
  return tier === 'default' ? undefined : tier;
}
