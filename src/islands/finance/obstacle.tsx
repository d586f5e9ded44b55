import { moneyText, parseMoney } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { formatMoney } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Balance } from '#stores/balance.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import type { Text } from './texts.ts';

type Props = { balance: Balance; reason: NonNullable<Balance['withdrawal']['reason']>; reader: Reader<Text> };

/** Why nothing can be withdrawn now, until when, and the way out. */
export function Obstacle({ balance, reason, reader }: Props) {
  const { t, language } = reader;
  const { code, detail, until } = reason;
  const micros = (amount: string) => parseMoney(amount) ?? 0n;
  const words = (amount: bigint) => `${formatMoney(moneyText(amount))} ${balance.currency}`;
  const held = micros(balance.held);
  const missing = micros(balance.withdrawal.minimum) - micros(balance.available);
  const asksSupport = code === 'pin_closed' || code === 'too_little' || code.startsWith('paused_');
  return (
    <>
      <Notice kind={code === 'pin_not_set' || code === 'too_little' ? undefined : 'warn'}>
        <p>{detail}</p>
        {until && <p>{t('finance:way_out.until', { time: whenOf(until, reader) })}</p>}
        {code === 'daily_limit' && <p>{t('finance:way_out.tomorrow')}</p>}
        {code === 'too_little' && <p>{t('finance:way_out.missing', { missing: words(missing) })}</p>}
        {code === 'too_little' && held > 0n && <p>{t('finance:way_out.held', { held: words(held) })}</p>}
        {code.startsWith('paused_') && <p>{t('finance:way_out.not_you')}</p>}
      </Notice>
      {code === 'pin_not_set' && (
        <Button href={path(language, 'financePin')} variant="primary" block icon="shield">
          {t('finance:way_out.set_pin')}
        </Button>
      )}
      {asksSupport && (
        <Button href={path(language, 'support')} block icon="support">
          {t('finance:way_out.support')}
        </Button>
      )}
    </>
  );
}
