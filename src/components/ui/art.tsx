import sprite from './icons.svg?url';

/** The enfilade: door behind door, with a light at its end. */
export function Art() {
  return (
    <svg className="art" viewBox="30 36 340 364" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <use href={`${sprite}#art`} x="30" y="36" width="340" height="364" />
    </svg>
  );
}
