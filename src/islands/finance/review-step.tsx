import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { requestWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { parseMoney } from '#domain/money.ts';
import { foldPin, PIN_PATTERN } from '#domain/pin.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PinField } from '#components/ui/pin-field.tsx';
import { isDraft } from '#islands/shared/is-draft.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { Fact, Sums } from './withdrawal.tsx';
import { afterRefusal, ORDER_FORM, type ReviewView, type View, type Words } from './view.ts';

type Props = {
  view: ReviewView;
  /** A code of the second factor, for money that goes somewhere new. */
  asksCode: boolean;
  terms: OrderTerms;
  usual: string | undefined;
  action: string;
  onSent: (withdrawal: Withdrawal) => void;
  onView: (view: View) => void;
};

/** What will be sent, and the PIN that sends it. Without a script the same form asks the page. */
export function ReviewStep({ view, asksCode, terms, usual, action, onSent, onView }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const { order, uid, errors } = view;
  const { isSending, send } = useSend(view, reader, { onSent, onView });
  const { heading, pin, code } = useFocus(view);
  const clear = () => (errors.pin || errors.code) && onView({ ...view, errors: {} });
  const changeOrder = (event: MouseEvent) => {
    event.preventDefault();
    const typed = { destination: order.destination, amountText: formatMoney(order.amount, language) };
    if (!isSending) onView({ at: 'order', typed, errors: {}, focus: { on: 'destination' } });
  };
  return (
    <form
      id={ORDER_FORM}
      data-kept
      className="stack"
      method="post"
      action={action}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        if (!isDraft(event)) void send(event);
      }}
    >
      <OwnerField owner={reader.owner} />
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
      </dl>
      <input type="hidden" name="destination" value={order.destination} />
      <input type="hidden" name="amount" value={order.amount} />
      <input type="hidden" name="uid" value={uid} />
      {view.notice && (
        <Notice kind="bad">
          <p>{view.notice}</p>
        </Notice>
      )}
      <PinField
        ref={pin}
        name="pin"
        label={t('finance:pin.label')}
        hint={t('finance:pin.hint')}
        errors={errors.pin}
        onClear={clear}
        onInput={clear}
        autoFocus={Boolean(errors.pin)}
      />
      {(asksCode || errors.code) && (
        <CodeField
          ref={code}
          name="code"
          label={t('settings:second_factor.code')}
          hint={t('settings:second_factor.code_hint')}
          errors={errors.code}
          onClear={clear}
          onInput={clear}
          autoFocus={Boolean(errors.code)}
        />
      )}
      <div className="stack tight">
        <button className="btn primary block" name="step" value="send" aria-busy={isSending}>
          <Icon name="send" size="s" />
          {isSending ? t('finance:withdraw.sending') : t('finance:withdraw.send')}
        </button>
        <button className="btn plain block" name="step" value="change" onClick={changeOrder}>
          {t('finance:withdraw.change')}
        </button>
      </div>
      {/* Enter may press a button outside that has no step. The last one counts for less than a button before it. */}
      <input type="hidden" name="step" value="send" />
    </form>
  );
}

/** A new step is read from its heading; after a wrong PIN the next one is typed. */
function useFocus({ focus }: ReviewView) {
  const heading = useRef<HTMLHeadingElement>(null);
  const pin = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus?.on === 'heading') heading.current?.focus();
    const field = focus?.on === 'pin' ? pin.current : focus?.on === 'code' ? code.current : undefined;
    if (!field) return;
    field.value = '';
    field.focus();
  }, [focus]);
  return { heading, pin, code };
}

type Callbacks = { onSent: (withdrawal: Withdrawal) => void; onView: (view: View) => void };

/** Sends what was reviewed. Whatever comes of it, the same uid never asks for a second withdrawal. */
function useSend(view: ReviewView, words: Words, { onSent, onView }: Callbacks) {
  const [isSending, setSending] = useState(false);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const typed = new FormData(event.currentTarget);
    const pin = foldPin(String(typed.get('pin')));
    const code = typed.get('code');
    if (!PIN_PATTERN.test(pin)) {
      const fault = words.t(pin === '' ? 'faults:required' : 'faults:pin_digits');
      return onView({ ...view, errors: { pin: [fault] }, notice: undefined, focus: { on: 'pin' } });
    }
    setSending(true);
    const { destination, amount } = view.order;
    const answer = await call(
      requestWithdrawal,
      { destination, amount, pin, ...(typeof code === 'string' && { code }) },
      { uid: view.uid },
    );
    setSending(false);
    if (answer?.success) return onSent(answer.data);
    onView(afterRefusal(view, answer?.error, words));
  };
  return { isSending, send };
}
