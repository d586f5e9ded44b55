import { microsOf, moneyText } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { arrivingMicros } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Balance } from '#stores/balance.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { CheckField } from '#components/ui/check-field.tsx';
import { Field, NO_ERRORS } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PinField } from '#components/ui/pin-field.tsx';
import { DestinationInput, SavedSelect } from '#islands/shared/destination-inputs.tsx';
import type { FormState } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { closingChoices, networkOf } from './closing-input.ts';

type Control = ReturnType<FormState['field']>;
type Name = 'saved' | 'destination' | 'pin' | 'waived';

export type ClosingChoice = { money: string; saved: string; destination: string; isWaived: boolean };

type Props = {
  balance: Balance;
  choice: ClosingChoice;
  /** Destination typed so far; it determines the network. */
  typedDestination: string;
  field: (name: Name) => Control;
};

/** CSS hides the fields of the other choice. */
export function CloseBalance(props: Props) {
  const { balance, choice, field } = props;
  const { t, language } = useReader();
  const { choices, blocker, isEatenByFee } = closingChoices(balance);
  const amount = `${formatMoney(balance.available, language)} ${balance.currency}`;
  const radio = (value: (typeof choices)[number], label: string) => (
    <label className="check choice">
      {/* Uncontrolled and read on submit: a choice made before hydration stays. */}
      <input type="radio" name="money" value={value} defaultChecked={isChosen(value, choices, choice)} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="stack">
      <legend>
        <h3>{t('settings:data.close.balance', { amount })}</h3>
      </legend>
      <input type="hidden" name="amount" value={balance.available} />
      {blocker && <Blocked reason={blocker} />}
      {isEatenByFee && <Notice>{t('refusals:closure_fee')}</Notice>}
      {choices.includes('pay_out') && (
        <>
          {radio('pay_out', t('settings:data.close.pay_out'))}
          <PayOut {...props} />
        </>
      )}
      {choices.includes('waive') && (
        <>
          {radio('waive', t('settings:data.close.waive'))}
          <div>
            <CheckField
              label={t('settings:data.close.waived', { amount })}
              defaultChecked={choice.isWaived}
              {...field('waived')}
            />
          </div>
        </>
      )}
    </fieldset>
  );
}

function isChosen(value: string, choices: readonly string[], { money }: ClosingChoice): boolean {
  return choices.includes(money) ? money === value : value === 'pay_out';
}

function PayOut({ balance, choice, typedDestination, field }: Props) {
  const { t, language } = useReader();
  const { saved_destinations: saved, saved_only: isSavedOnly, fee, refund } = balance.withdrawal;
  const available = microsOf(balance.available);
  const arriving = arrivingMicros(available, { fee, refund });
  const network = networkOf(typedDestination, balance);
  const { errors, onClear, ...destination } = field('destination');
  const { errors: _, onClear: __, ...select } = field('saved');
  const hint = network ? t(`finance:networks.${network}`) : t('finance:withdraw.destination_hint');
  const sumText = (sum: string) => `${formatMoney(sum, language)} ${balance.currency}`;
  return (
    <div className="stack">
      <p className="hint">{t('settings:data.close.pay_out_hint')}</p>
      {saved.length > 0 && (
        <Field id="saved" label={t('finance:withdraw.saved')} errors={isSavedOnly ? errors : NO_ERRORS}>
          <SavedSelect saved={saved} isSavedOnly={isSavedOnly} defaultValue={choice.saved} {...select} />
        </Field>
      )}
      {!isSavedOnly && (
        <Field id="destination" label={t('finance:withdraw.destination')} hint={hint} errors={errors} onClear={onClear}>
          <DestinationInput errors={errors} defaultValue={choice.destination} autoComplete="off" {...destination} />
        </Field>
      )}
      <dl className="facts">
        <Sum name={t('finance:withdraw.amount')} sum={sumText(balance.available)} />
        <Sum name={t('finance:withdraw.fee')} sum={sumText(moneyText(available - arriving))} />
        <Sum name={t('finance:withdraw.arrives')} sum={sumText(moneyText(arriving))} />
      </dl>
      <PinField label={t('finance:pin.label')} hint={t('finance:pin.hint')} {...field('pin')} />
    </div>
  );
}

function Sum({ name, sum }: { name: string; sum: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="money">{sum}</dd>
    </div>
  );
}

type Reason = NonNullable<Balance['withdrawal']['reason']>;

const WAYS_OUT: Partial<
  Record<Reason['code'], { page: 'destinations' | 'financePin' | 'financeResumption' | 'support'; label: TextKey }>
> = {
  pin_not_set: { page: 'financePin', label: 'finance:way_out.set_pin' },
  stopped: { page: 'financeResumption', label: 'finance:way_out.resume' },
  no_destination: { page: 'destinations', label: 'finance:way_out.addresses' },
  pin_closed: { page: 'support', label: 'finance:way_out.support' },
  pin_expired: { page: 'support', label: 'finance:way_out.support' },
};

function Blocked({ reason: { code, detail, until } }: { reason: Reason }) {
  const reader = useReader();
  const { t, language } = reader;
  const way = WAYS_OUT[code];
  return (
    <Notice kind="warn">
      <p>{detail}</p>
      {until && <p>{t('finance:way_out.until', { time: whenOf(until, reader) })}</p>}
      {way && (
        <a className="link" href={path(language, way.page)}>
          {t(way.label)}
        </a>
      )}
    </Notice>
  );
}
