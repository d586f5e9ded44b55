import type { OutputOf } from '#contracts/contract.ts';
import type { switchDestinationWait } from '#contracts/destinations.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  wait: OutputOf<typeof switchDestinationWait>;
  uid: string;
  owner: string | undefined;
  timeZone: string;
  t: Translate;
  language: Language;
};

/** Whether new destinations wait. On is one press; off has a page of its own, because it asks for a proof. */
export function DestinationWait({ wait, uid, owner, timeZone, t, language }: Props) {
  const { is_on: isOn, ends_at: endsAt } = wait;
  return (
    <section className="card stack">
      <div className="row between">
        <h2>{t('settings:destinations.wait')}</h2>
        {isOn && <Badge kind="ok">{t('settings:destinations.wait_badge')}</Badge>}
      </div>
      {endsAt && (
        <Notice kind="warn">
          {t('settings:destinations.wait_ends', {
            date: formatDate(endsAt, timeZone),
            time: formatTime(endsAt, timeZone),
          })}
        </Notice>
      )}
      <p className="hint">{t('settings:destinations.wait_lede')}</p>
      {isOn && !endsAt ? (
        <div className="row">
          <Button href={path(language, 'destinationWait')} variant="bad">
            {t('settings:destinations.wait_off')}
          </Button>
        </div>
      ) : (
        <form className="row" method="post" action={path(language, 'destinations')}>
          <OwnerField owner={owner} />
          <input type="hidden" name="uid" value={uid} autoComplete="off" />
          <Button name="act" value="wait" icon="shield">
            {t(endsAt ? 'settings:destinations.wait_keep' : 'settings:destinations.wait_on')}
          </Button>
        </form>
      )}
    </section>
  );
}
