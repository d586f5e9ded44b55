import type { Tier } from '#domain/career-status.ts';
import { photoInSize } from '#domain/photo.ts';

type Props = {
  user: { username: string | null; photo: string | null; is_former?: boolean };
  size?: 'lg' | 'xl' | undefined;
  tier?: Tier | undefined;
  nobody: string;
};

export function Avatar({ user, size, tier, nobody }: Props) {
  const { username, photo, is_former: isFormer } = user;
  const px = size === 'xl' ? 256 : 96;
  const letters = isFormer ? '—' : username ? [...username].slice(0, 2).join('') : nobody;
  const className = ['avatar', size, !username && !photo && 'word'].filter(Boolean).join(' ');
  return (
    <span className={className} data-tier={tier} aria-hidden="true">
      {photo ? (
        <img src={photoInSize(photo, px)} alt="" width={px} height={px} loading="lazy" decoding="async" />
      ) : (
        letters
      )}
    </span>
  );
}
