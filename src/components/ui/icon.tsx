import { createContext, use } from 'react';
import sprite from './icons.svg?url';

/** URL of the icon file; '' on pages that inline their icons. */
export const IconFile = createContext(sprite);

type Props = { name: IconName; size?: 'small' | 'large' | undefined; className?: string };

export function Icon({ name, size, className }: Props) {
  const file = use(IconFile);
  return (
    <svg className={['icon', size, className].filter(Boolean).join(' ')} aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  );
}

type ArtProps = { fit?: 'meet' | 'slice'; file?: string };

export function Art({ fit = 'meet', file }: ArtProps) {
  const sheet = use(IconFile);
  return (
    <svg className="art" viewBox="30 36 340 364" preserveAspectRatio={`xMidYMax ${fit}`} aria-hidden="true">
      <use href={`${file ?? sheet}#art`} x="30" y="36" width="340" height="364" />
    </svg>
  );
}

export type IconName =
  | 'logo'
  | 'profile'
  | 'team'
  | 'finance'
  | 'licenses'
  | 'turbo'
  | 'fast'
  | 'dreamx'
  | 'feed'
  | 'support'
  | 'settings'
  | 'logout'
  | `status${1 | 2 | 3 | 4 | 5}`
  | 'menu'
  | 'copy'
  | 'check'
  | 'close'
  | 'minus'
  | 'chevron'
  | 'calendar'
  | 'external'
  | 'eye'
  | 'shield'
  | 'sun'
  | 'moon'
  | 'mail'
  | 'warning'
  | 'info'
  | 'back'
  | 'search'
  | 'share'
  | 'qr'
  | 'send'
  | 'print'
  | 'clock'
  | 'lock'
  | 'plus'
  | 'tree'
  | 'video'
  | 'calendar-plus'
  | 'bell';
