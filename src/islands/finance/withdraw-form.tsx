import { useMemo, useState } from 'react';
import { newUid } from '#client/new-uid.ts';
import type { Withdrawal } from '#contracts/finance.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { formatMoney } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Balance } from '#stores/balance.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { OrderStep } from './order-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { termsOf, type View } from './view.ts';

type Props = {
  start: View;
  balance: Balance;
  usual: string | undefined;
  onSent: (withdrawal: Withdrawal) => void;
};

export function WithdrawForm({ start, balance, usual, onSent }: Props) {
  const { language } = useReader();
  const terms = useMemo(() => termsOf(balance), [balance]);
  const [view, setView] = useState(start);
  const shared = { terms, action: path(language, 'finance') };
  if (view.at === 'review') {
    const knownDestinations = balance.withdrawal.known_destinations;
    const asksCode = knownDestinations !== null && !knownDestinations.includes(view.order.destination);
    return (
      <ReviewStep
        view={view}
        asksCode={asksCode}
        result={balance.result}
        usual={usual}
        onSent={onSent}
        onView={setView}
        {...shared}
      />
    );
  }
  return (
    <OrderStep
      view={view}
      saved={balance.withdrawal.saved_destinations}
      isSavedOnly={balance.withdrawal.saved_only}
      onOrder={(order) => setView({ at: 'review', order, uid: newUid(), errors: {}, focus: { on: 'heading' } })}
      {...shared}
    />
  );
}

type Code = NonNullable<Balance['withdrawal']['reason']>['code'];

const WAYS_OUT: { [code in Code]?: { page: 'destinations' | 'financePin' | 'financeResumption'; label: TextKey } } = {
  pin_not_set: { page: 'financePin', label: 'finance:way_out.set_pin' },
  stopped: { page: 'financeResumption', label: 'finance:way_out.resume' },
  no_destination: { page: 'destinations', label: 'finance:way_out.addresses' },
};

type BlockerProps = { balance: Balance; reason: NonNullable<Balance['withdrawal']['reason']> };

export function Blocker({ balance, reason }: BlockerProps) {
  const reader = useReader();
  const { t, language } = reader;
  const { code, detail, until } = reason;
  const micros = (amount: string) => parseMoney(amount) ?? 0n;
  const sumText = (amountMicros: bigint) => `${formatMoney(moneyText(amountMicros), language)} ${balance.currency}`;
  const held = micros(balance.held);
  const minimum = micros(balance.withdrawal.minimum);
  const missing = minimum - micros(balance.available);
  const wayOut = WAYS_OUT[code];
  const asksSupport =
    code === 'stopped' || code === 'pin_closed' || code === 'pin_expired' || code.startsWith('paused_');
  return (
    <>
      <Notice kind={code === 'pin_not_set' || code === 'too_little' ? undefined : 'warn'}>
        <p>{detail}</p>
        {until && <p>{t('finance:way_out.until', { time: whenOf(until, reader) })}</p>}
        {code === 'daily_limit' && <p>{t('finance:way_out.tomorrow')}</p>}
        {code === 'too_little' && <p>{t('finance:way_out.missing', { missing: sumText(missing) })}</p>}
        {code === 'too_little' && <p>{t('finance:way_out.earnings', { minimum: sumText(minimum) })}</p>}
        {code === 'too_little' && held > 0n && <p>{t('finance:way_out.held', { held: sumText(held) })}</p>}
        {code.startsWith('paused_') && <p>{t('finance:way_out.not_you')}</p>}
        {code === 'too_little' && micros(balance.available) > 0n && (
          <p>
            {t('finance:way_out.closure')}{' '}
            <a className="link" href={path(language, 'settingsData')}>
              {t('settings:data.close.title')}
            </a>
          </p>
        )}
      </Notice>
      {wayOut && (
        <Button href={path(language, wayOut.page)} variant="primary" block icon="shield">
          {t(wayOut.label)}
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
