import { path } from '#domain/paths.ts';
import type { Language } from '#domain/languages.ts';
import type { Translate } from '#i18n/translator.ts';
import { Button } from '#components/ui/button.tsx';

type Props = { codes: readonly string[]; t: Translate; language: Language };

/** The only time that they are shown. */
export function RecoveryCodes({ codes, t, language }: Props) {
  return (
    <section className="card stack form">
      <h2>{t('settings:second_factor.codes')}</h2>
      <p>{t('settings:second_factor.codes_lede')}</p>
      <ul className="bullets mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button href={path(language, 'settingsSecurity')} variant="primary" block>
        {t('settings:second_factor.codes_saved')}
      </Button>
    </section>
  );
}
