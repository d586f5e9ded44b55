import { createContext, use } from 'react';
import type { IconName } from './icon-name.ts';
import sprite from './icons.svg?url';

/** The file that has the icons: none (`''`) on a page that carries those it shows. */
export const IconFile = createContext(sprite);

type Props = { name: IconName; size?: 's' | 'l' | undefined; className?: string };

export function Icon({ name, size, className }: Props) {
  const file = use(IconFile);
  return (
    <svg className={['i', size, className].filter(Boolean).join(' ')} aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  );
}
