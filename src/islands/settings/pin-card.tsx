import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PinForm } from './pin-form.tsx';
import type { SecurityText } from './texts.ts';

/** The finance PIN, as long as there is none; then who changes it. */
export function PinCard({ isSet: wasSet, reader }: { isSet: boolean; reader: Reader<SecurityText> }) {
  const { t, language } = reader;
  const [isSet, setIsSet] = useState(wasSet);
  const heading = useRef<HTMLHeadingElement>(null);
  const set = (isNew: boolean) => {
    flushSync(() => setIsSet(true));
    if (isNew) showToast(t('finance:done.pin_set'));
    heading.current?.focus();
  };
  return (
    <section className="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('settings:security.pin')}
      </h2>
      <Notice icon="lock">{t(isSet ? 'settings:security.pin_set' : 'settings:security.pin_not_set')}</Notice>
      {isSet ? (
        <div className="row">
          <Button href={path(language, 'support')} icon="support">
            {t('finance:way_out.support')}
          </Button>
        </div>
      ) : (
        <PinForm reader={reader} onSet={set} />
      )}
    </section>
  );
}
