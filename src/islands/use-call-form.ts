import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { isUndecided, type Refusal } from '#contracts/call.ts';
import type { Contract, OutputOf } from '#contracts/contract.ts';
import { type FieldFault, readFault } from '#domain/field-faults.ts';
import { formatMoney } from '#i18n/format.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { call } from '#client/call.ts';
import { newUid } from '#client/new-uid.ts';

/** Says a text; an island gives the one made of its own texts. */
type SayFault = (key: FaultText | 'common:line_broken', params?: Record<string, string | number>) => string;
type FaultText = `faults:${FieldFault}` & TextKey;

type Options<C extends Contract, Values extends FieldValues> = {
  contract: C;
  /** What the page has drawn. */
  values: DefaultValues<Values>;
  /** What the server found wrong before this came alive, by field. */
  told?: Partial<Record<string, readonly string[]>> | undefined;
  /** What is sent of what is typed; without it, all of it. */
  inputOf?: (values: Values) => Record<string, unknown>;
  say: SayFault;
  onDone: (data: OutputOf<C>, values: Values) => void;
  /** A refusal that the caller shows in its own way; `true` when it did. */
  onRefused?: (refusal: Refusal) => boolean;
};

/**
 * A form that is sent by one call: checked by the contract's own schema when it is sent, the server's refusals put at
 * their fields, focus on the first of them. One uid for all tries whose end nobody knows, another for what was changed.
 */
export function useCallForm<C extends Contract, Values extends FieldValues>(options: Options<C, Values>) {
  const { contract, values, told = {}, inputOf, say, onDone, onRefused } = options;
  const [before, setBefore] = useState(told);
  const [notice, setNotice] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [uid, setUid] = useState<string>();
  const check = zodResolver(contract.input as never);
  const form = useForm<Values>({
    defaultValues: values,
    // Not when a field is left: what is said below it would push the button away from under the finger.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: async (typed, context, settings) => {
      const found = await check((inputOf ? inputOf(typed) : typed) as never, context, settings as never);
      return { values: typed, errors: found.errors } as never;
    },
  });
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;

  const clear = (name: Path<Values>) => {
    form.clearErrors(name);
    setBefore((known) => ({ ...known, [name]: [] }));
  };
  const send = async (typed: Values) => {
    if (isBusy) return;
    setBusy(true);
    setNotice(undefined);
    setBefore({});
    const attempt = uid ?? newUid();
    setUid(attempt);
    const input = (inputOf ? inputOf(typed) : typed) as never;
    const answer = await call(contract, input, contract.uid ? { uid: attempt } : {});
    setBusy(false);
    if (!answer) return setNotice(say('common:line_broken'));
    if (answer.success || !isUndecided(answer.error)) setUid(undefined);
    if (answer.success) return onDone(answer.data, typed);
    refuse(answer.error);
  };
  const refuse = (refusal: Refusal) => {
    if (onRefused?.(refusal)) return;
    const fields = Object.entries(refusal.fields ?? {});
    for (const [name, [message = '']] of fields) {
      form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: name === fields[0]?.[0] });
    }
    if (fields.length === 0) setNotice(refusal.detail || say('common:line_broken'));
  };
  return {
    form,
    notice,
    isBusy,
    /** For a field of `components/ui/field.tsx`. */
    field: (name: Path<Values>) => {
      const found = errors[name];
      const text = found && textOf(found, say);
      return {
        errors: text ? [text] : (before[name] ?? []),
        onClear: () => clear(name),
        ...form.register(name, { onChange: () => clear(name) }),
      };
    },
    onSubmit: form.handleSubmit(send),
  };
}

/** The server's are sentences already; the contract's are codes. */
function textOf({ type, message = '' }: { type?: string; message?: string }, say: SayFault): string {
  if (type === 'server') return message;
  const { code, params } = readFault(message);
  const { amount, ...rest } = params;
  return say(`faults:${code}`, amount === undefined ? rest : { ...rest, amount: formatMoney(amount.toFixed(6)) });
}
