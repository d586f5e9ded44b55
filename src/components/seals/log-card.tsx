import type { Seal } from '#contracts/seals.ts';
import { LOG_PREFIX, VERIFY_SCRIPT } from '#domain/seal/log-address.ts';
import { formatNumber } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';

type Props = { log: NonNullable<Seal['log']>; t: Translate };

/** The public log that a seal names. */
export function LogCard({ log: { size, root }, t }: Props) {
  return (
    <section className="card stack" aria-labelledby="log">
      <h2 id="log">{t('seals:log.title')}</h2>
      <p>{t('seals:log.means')}</p>
      <p>
        {t('seals:log.size', { size: formatNumber(size) })}
        <br />
        <code className="mono">{root}</code>
      </p>
      <p className="row">
        <a className="link" href={VERIFY_SCRIPT} download>
          {t('seals:log.script')}
        </a>
        <a className="link" href={`${LOG_PREFIX}/checkpoint`}>
          {t('seals:log.checkpoint')}
        </a>
      </p>
    </section>
  );
}
