import { type MouseEvent, useEffect, useRef } from 'react';
import { requestWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { CURRENCY, parseMoney } from '#domain/money.ts';
import { foldPin } from '#domain/pin.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import { CodeField } from '#components/ui/code-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import { PinField } from '#components/ui/pin-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { Fact, Sums } from './withdrawal.tsx';
import { afterRefusal, ORDER_FORM, type ReviewView, type View } from './view.ts';

type Props = {
  view: ReviewView;
  /** A new destination needs a second-factor code. */
  asksCode: boolean;
  terms: OrderTerms;
  /** Earned minus paid, as on the balance card. */
  result: string;
  usual: string | undefined;
  action: string;
  onSent: (withdrawal: Withdrawal) => void;
  onView: (view: View) => void;
};

export function ReviewStep({ view, asksCode, terms, result, usual, action, onSent, onView }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const { order, errors } = view;
  const heading = useHeading(view);
  const form = useForm<typeof requestWithdrawal, { pin: string; code?: string }>(requestWithdrawal, {
    rendered: view,
    uid: view.uid,
    broken: t('finance:withdraw.broken'),
    inputOf: ({ pin, code }) => {
      const { destination, amount } = order;
      return { destination, amount, pin: foldPin(pin), ...(code !== undefined && { code }) };
    },
    onDone: onSent,
    onRefused: (refusal) => {
      const next = afterRefusal(view, refusal, reader);
      if (next.at === 'order') onView(next);
      else if (refusal.code === 'uid_reused') form.setNotice(next.notice);
      else for (const name of ['pin', 'code'] as const) if (next.errors[name]) form.hookForm.setValue(name, '');
      return next.at === 'order' || refusal.code === 'uid_reused';
    },
  });
  const code = form.field('code');
  const changeOrder = (event: MouseEvent) => {
    event.preventDefault();
    const typed = { destination: order.destination, amountText: formatMoney(order.amount, language) };
    if (!form.isBusy) onView({ at: 'order', typed, errors: {}, focus: { on: 'destination' } });
  };
  return (
    <Form of={form} id={ORDER_FORM} data-kept className="stack" action={action} autoComplete="off">
      <h3 ref={heading} tabIndex={-1} autoFocus={!errors.pin && !errors.code}>
        {t('finance:withdraw.check')}
      </h3>
      <dl className="facts">
        <Fact name={t('finance:withdraw.to')} mono>
          {order.destination}
        </Fact>
        <Fact name={t('finance:withdraw.network')}>{t(`finance:networks.${order.network}`)}</Fact>
        <Sums amountMicros={parseMoney(order.amount) ?? 0n} terms={terms} isWhole />
        {usual && <Fact name={t('finance:withdraw.usual_time')}>{usual}</Fact>}
        <Fact name={t('finance:kinds.result')}>
          <Money amount={result} language={language} currency={CURRENCY} />
        </Fact>
      </dl>
      <input type="hidden" name="destination" value={order.destination} />
      <input type="hidden" name="amount" value={order.amount} />
      <FormNotice of={form} />
      <PinField label={t('finance:pin.label')} hint={t('finance:pin.hint')} {...form.field('pin')} />
      {(asksCode || code.errors.length > 0) && (
        <CodeField
          label={t('settings:second_factor.code')}
          hint={t('settings:second_factor.code_hint')}
          {...code}
          autoFocus={code.errors.length > 0}
        />
      )}
      <div className="stack tight">
        <button className="btn primary block" name="step" value="send" aria-busy={form.isBusy}>
          <Icon name="send" size="small" />
          {form.isBusy ? t('finance:withdraw.sending') : t('finance:withdraw.send')}
        </button>
        <button className="btn plain block" name="step" value="change" onClick={changeOrder}>
          {t('finance:withdraw.change')}
        </button>
      </div>
      {/* Enter may press a button outside the form that has no step. A pressed button's `step` comes first and wins. */}
      <input type="hidden" name="step" value="send" />
    </Form>
  );
}

function useHeading({ focus }: ReviewView) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus?.on === 'heading') heading.current?.focus();
  }, [focus]);
  return heading;
}
