import { useEffect, useRef } from 'react';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

/** `isFresh`: received after the page was rendered. */
type Props = { codes: readonly string[]; isFresh: boolean };

/** The codes are shown only this once. */
export function RecoveryCodes({ codes, isFresh }: Props) {
  const { t, language } = useReader();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFresh) heading.current?.focus();
  }, [isFresh]);
  return (
    <section className="card stack form">
      <h2 ref={heading} tabIndex={-1}>
        {t('settings:second_factor.codes')}
      </h2>
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
