import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { PinForm } from './pin-form.tsx';
import { focusRow, SettingFold } from './setting-row.tsx';

type Props = { isSet: boolean; username: string; asksCode: boolean };

export function PinRow({ isSet: wasSet, username, asksCode }: Props) {
  const { t, language } = useReader();
  const [isSet, setIsSet] = useState(wasSet);
  const row = useRef<HTMLDetailsElement>(null);
  const set = (isNew: boolean) => {
    flushSync(() => setIsSet(true));
    if (isNew) showToast(t('finance:done.pin_set'));
    focusRow(row.current);
  };
  return (
    <SettingFold
      ref={row}
      id="change-pin"
      name={t('settings:security.pin')}
      state={<Badge kind={isSet ? 'ok' : 'off'}>{t(`settings:security.${isSet ? 'set' : 'not_set'}`)}</Badge>}
      action={t(isSet ? 'settings:destinations.change' : 'settings:second_factor.set_up')}
    >
      <div className="stack halves">
        <p className="hint">{t(isSet ? 'settings:security.pin_set' : 'settings:security.pin_not_set')}</p>
        {isSet ? (
          <div className="row">
            <Button href={path(language, 'support')} icon="support">
              {t('finance:way_out.support')}
            </Button>
          </div>
        ) : (
          <PinForm username={username} asksCode={asksCode} onSet={set} />
        )}
      </div>
    </SettingFold>
  );
}
