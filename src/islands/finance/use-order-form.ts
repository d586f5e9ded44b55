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

/** Length of the shortest address. Typing is checked from this length on. */
const SHORTEST_ADDRESS = 26;

type Fields = { destination: string; amount: string };
type Name = keyof Fields;
type Checked = Parameters<typeof orderOf>[0];

export function useOrderForm({ typed, errors: shownErrors, focus }: OrderView, terms: OrderTerms, reader: Reader) {
  const { language } = reader;
  const marks = NUMBER_MARKS[language];
  const fields = useMemo(() => orderFields(terms, marks, sha256), [terms, marks]);
  const order = useMemo(() => withdrawalOrder(fields), [fields]);
  const resolver = useMemo(
    () => schemaResolver<Fields, Checked>(order.safeParse, (fault) => faultText(reader, fault, terms)),
    [order, reader, terms],
  );
  // No check on blur: its message would move the button under the finger.
  const form = useForm<Fields, unknown, Checked>({ mode: 'onSubmit', reValidateMode: 'onSubmit', resolver });
  const [shownValues, setShownValues] = useState({ typed, errors: shownErrors });

  // Runs on change, not on hydration: new sums would move the button under the finger.
  const readFields = () => {
    const { destination, amount: amountText } = form.getValues();
    setShownValues(({ errors }) => ({ typed: { destination, amountText }, errors }));
  };
  useEffect(() => {
    if (focus && focus.on !== 'heading') form.setFocus(focus.on);
  }, [form, focus]);

  const forget = (name: Name) => {
    form.clearErrors(name);
    setShownValues((before) => ({ ...before, errors: { ...before.errors, [name]: [] } }));
  };
  const change = (name: Name) => {
    forget(name);
    readFields();
    const isWhole = name === 'destination' && form.getValues(name).trim().length >= SHORTEST_ADDRESS;
    if (isWhole) void form.trigger(name);
  };
  const address = fields.destination.safeParse(shownValues.typed.destination);
  const amount = fields.amount.safeParse(shownValues.typed.amountText);
  const money = readTypedMoney(shownValues.typed.amountText, marks);
  const formErrors = form.formState.errors;

  return {
    chosenDestination: shownValues.typed.destination.trim(),
    network: address.data?.network,
    amountMicros: amount.data,
    /** Set for every readable amount, even one that can't be withdrawn. */
    typedMicros: 'micros' in money ? money.micros : undefined,
    field: (name: Name) => {
      const message = formErrors[name]?.message;
      const errors = message ? [message] : (shownValues.errors[name] ?? []);
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
