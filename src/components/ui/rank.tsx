import { type CareerStatus, roleLook } from '#domain/career-status.ts';
import { Icon } from './icon.tsx';

type Props = { status: CareerStatus; label: string; href?: string };

export function Rank({ status, label, href }: Props) {
  const { step, tier } = roleLook(status);
  const inside = (
    <>
      <Icon name={`status${step}`} />
      {label}
    </>
  );
  return href ? (
    <a className="rank" data-tier={tier} href={href}>
      {inside}
    </a>
  ) : (
    <span className="rank" data-tier={tier}>
      {inside}
    </span>
  );
}
