import { use } from 'react';
import { IconFile } from './icon.tsx';

type Props = { fit?: 'meet' | 'slice'; file?: string };

/** The enfilade: door behind door, with a light at its end. */
export function Art({ fit = 'meet', file }: Props) {
  const sheet = use(IconFile);
  return (
    <svg className="art" viewBox="30 36 340 364" preserveAspectRatio={`xMidYMax ${fit}`} aria-hidden="true">
      <use href={`${file ?? sheet}#art`} x="30" y="36" width="340" height="364" />
    </svg>
  );
}
