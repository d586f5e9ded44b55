import type { Translate } from '#i18n/translator.ts';

export function Limits({ t }: { t: Translate }) {
  return (
    <section className="card stack" aria-labelledby="limits">
      <h2 id="limits">{t('seals:limits.title')}</h2>
      <ul className="bullets">
        {(['owed', 'many', 'same'] as const).map((limit) => (
          <li key={limit}>{t(`seals:limits.${limit}`)}</li>
        ))}
      </ul>
    </section>
  );
}
