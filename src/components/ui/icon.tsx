import type { IconName } from './icon-name.ts';
import sprite from './icons.svg?url';

type Props = { name: IconName; size?: 's' | 'l' | undefined };

export function Icon({ name, size }: Props) {
  return (
    <svg className={size ? `i ${size}` : 'i'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
