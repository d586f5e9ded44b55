import type { MouseEventHandler } from 'react';
import type { Tier } from '#domain/career-status.ts';
import { Avatar } from './avatar.tsx';

type Props = {
  user: { username: string; name: string | null; photo: string | null; is_former?: boolean };
  tier?: Tier | undefined;
  size?: 'lg' | 'xl' | undefined;
  href?: string | undefined;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
  former: string;
  tabIndex?: number | undefined;
};

export function UserCard({ user, tier, size, href, onClick, former, tabIndex }: Props) {
  const { username, name, is_former: isFormer } = user;
  const inside = (
    <>
      <Avatar user={user} size={size} tier={tier} nobody="" />
      <span>
        <b>{isFormer ? former : name || username}</b>
        {!isFormer && <small>{`@${username}`}</small>}
      </span>
    </>
  );
  return href ? (
    <a className="user" href={href} onClick={onClick} tabIndex={tabIndex}>
      {inside}
    </a>
  ) : (
    <span className="user">{inside}</span>
  );
}
