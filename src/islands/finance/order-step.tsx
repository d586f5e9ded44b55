import type { MouseEvent } from 'react';
import { CURRENCY, moneyText, parseMoney } from '#domain/money.ts';
import { type OrderTerms, type Share, SHARES } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Balance } from '#stores/balance.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Field, marksOf, NO_ERRORS } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { DestinationInput, SavedSelect } from '#islands/shared/destination-inputs.tsx';
import { isDraft } from '#islands/shared/is-draft.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { Sums } from './withdrawal.tsx';
import { useOrderForm } from './use-order-form.ts';
import { type Order, ORDER_FORM, type OrderView } from './view.ts';

type Props = {
  view: OrderView;
  saved: Balance['withdrawal']['saved_destinations'];
  isSavedOnly: boolean;
  terms: OrderTerms;
  action: string;
  onOrder: (order: Order) => void;
};

export function OrderStep({ view, saved, isSavedOnly, terms, action, onOrder }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const form = useOrderForm(view, terms, reader);
  const { chosenDestination, network, amountMicros, typedMicros, field, fill, choose, submit } = form;
  const destination = field('destination');
  const amount = field('amount');
  const sum = (money: string) => `${formatMoney(money, language)} ${CURRENCY}`;
  const amountHint = (
    <>
      {t('finance:withdraw.amount_hint', {
        available: sum(terms.available),
        minimum: sum(terms.minimum),
        left: sum(terms.daily_left),
      })}
      <br />
      {t('finance:withdraw.amount_rule')}
      {parseMoney(terms.refund) !== 0n && (
        <>
          <br />
          {t('finance:withdraw.refund', { refund: sum(terms.refund) })}
        </>
      )}
    </>
  );
  const fillIn = (share: Share) => (event: MouseEvent) => {
    event.preventDefault();
    fill(share);
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
        if (isDraft(event)) return;
        // A saved destination may be chosen before hydration.
        const fields = new FormData(event.currentTarget);
        const earlyChoice = fields.get('saved');
        if (typeof earlyChoice === 'string' && earlyChoice && !fields.get('destination')) choose(earlyChoice);
        void submit(onOrder)(event);
      }}
    >
      <OwnerField owner={reader.owner} />
      {/* Enter presses the form's first button, which must not be a share. */}
      <button className="hidden-text" name="step" value="review" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="typed_in" value={language} />
      {view.notice && (
        <Notice kind="bad">
          <p>{view.notice}</p>
        </Notice>
      )}
      {saved.length > 0 && (
        <Field id="saved" label={t('finance:withdraw.saved')} errors={NO_ERRORS}>
          <SavedSelect
            name="saved"
            saved={saved}
            isSavedOnly={isSavedOnly}
            value={saved.some(({ destination: address }) => address === chosenDestination) ? chosenDestination : ''}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        </Field>
      )}
      <Field
        id="destination"
        label={t('finance:withdraw.destination')}
        hint={network ? t(`finance:networks.${network}`) : t('finance:withdraw.destination_hint')}
        {...destination}
      >
        <DestinationInput
          readOnly={isSavedOnly}
          errors={destination.errors}
          defaultValue={view.typed.destination}
          {...destination.control}
        />
      </Field>
      <Field id="amount" label={t('finance:withdraw.amount')} hint={amountHint} {...amount}>
        <div className="input affix">
          <input
            inputMode="decimal"
            maxLength={24}
            defaultValue={view.typed.amountText}
            {...marksOf('amount', amount.errors, true)}
            {...amount.control}
          />
          <span className="muted money">
            {typedMicros === undefined ? CURRENCY : `= ${sum(moneyText(typedMicros))}`}
          </span>
        </div>
        <div className="row">
          {SHARES.map((share) => (
            <button key={share} className="chip" name="step" value={share} onClick={fillIn(share)}>
              {t(`finance:withdraw.${share}`)}
            </button>
          ))}
        </div>
      </Field>
      {amountMicros !== undefined && (
        <dl className="facts">
          <Sums amountMicros={amountMicros} terms={terms} />
        </dl>
      )}
      <button className="btn primary block" name="step" value="review">
        {t('finance:withdraw.go_on')}
      </button>
    </form>
  );
}
