import { sha256 } from '@noble/hashes/sha2.js';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { orderFields, withdrawalOrder } from '#contracts/withdrawal-order.ts';
import { moneyText } from '#domain/money.ts';
import { NUMBER_MARKS, readTypedMoney } from '#domain/typed-money.ts';
import { type OrderTerms, type Share, shareMicros } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { schemaResolver } from '#islands/shared/schema-resolver.ts';
import { faultText, type Order, orderOf, type OrderView } from './view.ts';

/** The shortest address there is: from there on it can be judged while it is being typed. */
const SHORTEST_ADDRESS = 26;

/** Named as the form's fields are. */
type Fields = { destination: string; amount: string };
type Name = keyof Fields;
type Checked = Parameters<typeof orderOf>[0];

/** Two fields that the page has rendered, checked and understood while somebody types into them. */
export function useOrderForm({ typed, errors: shownErrors, focus }: OrderView, terms: OrderTerms, reader: Reader) {
  const { language } = reader;
  const marks = NUMBER_MARKS[language];
  const fields = useMemo(() => orderFields(terms, marks, sha256), [terms, marks]);
  const order = useMemo(() => withdrawalOrder(fields), [fields]);
  const resolver = useMemo(
    () => schemaResolver<Fields, Checked>(order.safeParse, (fault) => faultText(reader, fault, terms)),
    [order, reader, terms],
  );
  // Not when a field is left: what is said below it would push the button away from under the finger.
  const form = useForm<Fields, unknown, Checked>({ mode: 'onSubmit', reValidateMode: 'onSubmit', resolver });
  const [known, setKnown] = useState({ typed, errors: shownErrors });

  // Not for what was typed before this came alive: sums that appear then push the button away from under the finger.
  const look = () => {
    const { destination, amount: amountText } = form.getValues();
    setKnown(({ errors }) => ({ typed: { destination, amountText }, errors }));
  };
  useEffect(() => {
    if (focus && focus.on !== 'heading') form.setFocus(focus.on);
  }, [form, focus]);

  const forget = (name: Name) => {
    form.clearErrors(name);
    setKnown(({ typed: still, errors }) => ({ typed: still, errors: { ...errors, [name]: [] } }));
  };
  const change = (name: Name) => {
    forget(name);
    look();
    const isWhole = name === 'destination' && form.getValues(name).trim().length >= SHORTEST_ADDRESS;
    if (isWhole) void form.trigger(name);
  };
  const address = fields.destination.safeParse(known.typed.destination);
  const amount = fields.amount.safeParse(known.typed.amountText);
  const understood = readTypedMoney(known.typed.amountText, marks);
  const found = form.formState.errors;

  return {
    /** What stands in the field, by which a saved destination is chosen. */
    chosen: known.typed.destination.trim(),
    network: address.data?.network,
    amountMicros: amount.data,
    /** What was understood of the amount, whether or not it can be withdrawn. */
    typedMicros: 'micros' in understood ? understood.micros : undefined,
    field: (name: Name) => {
      const message = found[name]?.message;
      const errors = message ? [message] : (known.errors[name] ?? []);
      return { errors, onClear: () => forget(name), control: form.register(name, { onChange: () => change(name) }) };
    },
    fill: (share: Share) => {
      form.setValue('amount', formatMoney(moneyText(shareMicros(terms, share)), language), { shouldValidate: true });
      change('amount');
    },
    choose: (destination: string) => {
      form.setValue('destination', destination);
      change('destination');
    },
    submit: (onOrder: (order: Order) => void) => form.handleSubmit((checked) => onOrder(orderOf(checked))),
  };
}
