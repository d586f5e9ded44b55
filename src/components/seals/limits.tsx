import type { Reserve } from '#contracts/page-context.ts';
import type { Translate } from '#i18n/translator.ts';

type Props = { reserves: readonly Reserve[]; t: Translate };

/** The limits of a seal, and the reserve addresses of the operator. */
export function Limits({ reserves, t }: Props) {
  return (
    <section className="card stack" aria-labelledby="limits">
      <h2 id="limits">{t('seals:limits.title')}</h2>
      <ul className="bullets">
        {(['owed', 'many', 'log', 'same'] as const).map((limit) => (
          <li key={limit}>{t(`seals:limits.${limit}`)}</li>
        ))}
      </ul>
      {reserves.length > 0 && (
        <>
          <h3>{t('seals:reserves.title')}</h3>
          <p>{t('seals:reserves.not_proven')}</p>
          <ul className="bullets">
            {reserves.map(({ name, address }) => (
              <li key={address}>
                {name}: <code className="mono">{address}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
