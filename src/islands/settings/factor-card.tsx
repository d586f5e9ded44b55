import type { OutputOf } from '#contracts/contract.ts';
import type { getSecondFactor } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

export type Factor = OutputOf<typeof getSecondFactor>;
type Props = { factor: Factor };

export function FactorCards({ factor }: Props) {
  const { t, language, timeZone } = useReader();
  const { is_on: isOn, recovery_codes_left: codesLeft, removal_due_at: dueAt, passkeys } = factor;
  return (
    <div className="stack halves">
      <section className="card stack">
        <div className="row between">
          <h2>{t('settings:second_factor.title')}</h2>
          {isOn && <Badge kind="ok">{t('settings:second_factor.badge')}</Badge>}
        </div>
        {dueAt && (
          <Notice kind="warn">
            {t('settings:second_factor.removing', {
              date: formatDate(dueAt, timeZone),
              time: formatTime(dueAt, timeZone),
            })}
          </Notice>
        )}
        <p className="hint">{t(isOn ? 'settings:second_factor.on' : 'settings:second_factor.off')}</p>
        {isOn && <p>{t('settings:second_factor.codes_left', { left: codesLeft })}</p>}
        <div className="row">
          {isOn ? (
            <>
              <Button href={path(language, 'recoveryCodes')}>{t('settings:second_factor.renew')}</Button>
              <Button href={path(language, 'secondFactorOff')} variant="bad">
                {t('settings:second_factor.turn_off')}
              </Button>
            </>
          ) : (
            <Button href={path(language, 'secondFactor')} icon="shield">
              {t('settings:second_factor.set_up')}
            </Button>
          )}
        </div>
      </section>
      <section className="card stack">
        <h2>{t('settings:passkeys.title')}</h2>
        <p className="hint">{t('settings:passkeys.lede')}</p>
        {passkeys.length > 0 && <p>{passkeys.map(({ name }) => name).join(', ')}</p>}
        <div className="row">
          <Button href={path(language, 'passkeys')}>{t('settings:passkeys.manage')}</Button>
        </div>
      </section>
    </div>
  );
}
