import { zodResolver } from '@hookform/resolvers/zod';
import { type FocusEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type FieldValues, get, type Path, useForm } from 'react-hook-form';
import { isUndecided, type Refusal } from '#contracts/call.ts';
import type { Contract, OutputOf } from '#contracts/contract.ts';
import { type FieldFault, readFault } from '#domain/field-faults.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { call } from '#client/call.ts';
import { KEPT_FORM, keepAtSessionEnd } from '#client/end-session.ts';
import { newUid } from '#client/new-uid.ts';
import { hasChanges } from './form-changes.ts';
import { isDraft } from './is-draft.ts';

/** Says a text; an island gives the one made of its own texts. */
type SayFault = (key: FaultText | 'common:line_broken', params?: Record<string, string | number>) => string;
type FaultText = `faults:${FieldFault}` & TextKey;

/** What was wrong with fields when the page was rendered, by name. */
export type FieldErrors = Partial<Record<string, readonly string[]>>;

type Found = { type?: string; message?: string };
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Options<C extends Contract, Values extends FieldValues> = {
  contract: C;
  errors?: FieldErrors | undefined;
  /** What was wrong with the form as a whole when the page was rendered. */
  notice?: string | undefined;
  /** What is checked and sent of what is typed; without it, all of it. */
  inputOf?: (values: Values) => Record<string, unknown>;
  /** Adds what can only be had when it is sent, such as a solved bot check; nothing when it can't be had. */
  complete?: (input: Record<string, unknown>) => Promise<Record<string, unknown> | undefined>;
  say: SayFault;
  onDone: (data: OutputOf<C>, values: Values, form: HTMLFormElement) => void;
  /** A refusal that the caller shows in its own way; `true` when it did. */
  onRefused?: (refusal: Refusal) => boolean;
};

/**
 * A form that is sent by one call. Fields are checked by the contract's own schema when they are left and when the form
 * is sent; what the server refuses stands at its fields, with the focus on the first. One uid for all tries whose end
 * nobody knows, another for what was changed. What is typed survives the end of the session (`data-kept` on the form) and a
 * switch of language. Fields are uncontrolled: what was typed before the island was awake stays.
 */
export function useCallForm<C extends Contract, Values extends FieldValues = FieldValues>(options: Options<C, Values>) {
  const {
    contract,
    errors: rendered = {},
    notice: drawnNotice,
    inputOf = same,
    complete = later,
    say,
    onDone,
    onRefused,
  } = options;
  const [before, setBefore] = useState(rendered);
  const [notice, setNotice] = useState(drawnNotice);
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<{ uid: string; typed: string }>(undefined);
  const element = useRef<HTMLFormElement>(null);
  const check = zodResolver(contract.input as never);
  const form = useForm<Values>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: true,
    resolver: async (typed, context, settings) => {
      const found = await check(inputOf(typed) as never, context, settings as never);
      return { values: typed, errors: found.errors } as never;
    },
  });
  const { errors } = form.formState;
  useEffect(() => keepAtSessionEnd(() => changedForm(element.current)), []);

  const clear = (name: Path<Values>) => {
    form.clearErrors(name);
    setBefore((known) => ({ ...known, [name]: [] }));
  };
  const send = async (typed: Values) => {
    if (isBusy) return;
    setBusy(true);
    setNotice(undefined);
    setBefore({});
    const uid = uidOf(typed);
    const input = await complete(inputOf(typed));
    const answer = input && (await call(contract, input as never, contract.uid ? { uid } : {}));
    setBusy(false);
    if (!input) return;
    if (!answer) return setNotice(say('common:line_broken'));
    if (answer.success || !isUndecided(answer.error)) attempt.current = undefined;
    if (answer.success) return onDone(answer.data, typed, element.current!);
    refuse(answer.error);
  };
  const uidOf = (typed: Values) => {
    const text = JSON.stringify(typed);
    if (attempt.current?.typed !== text) attempt.current = { uid: newUid(), typed: text };
    return attempt.current.uid;
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
    setNotice,
    /** For a field of `components/ui`. */
    field: (name: Path<Values>) => {
      const found: Found | undefined = get(errors, name);
      const { onBlur, ...control } = form.register(name, { onChange: () => clear(name) });
      return {
        errors: found ? [textOf(found, say)] : (before[name] ?? []),
        onClear: () => clear(name),
        onBlur: (event: FocusEvent<Control>) => (isLeftForGood(event) ? void onBlur(event) : undefined),
        ...control,
      };
    },
    formProps: {
      ref: element,
      method: 'post',
      noValidate: true,
      'aria-busy': isBusy || undefined,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        if (!isDraft(event)) void form.handleSubmit(send)(event);
      },
    } as const,
  };
}

function same<Values extends FieldValues>(values: Values): Record<string, unknown> {
  return values;
}

function later(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  return Promise.resolve(input);
}

/**
 * An empty field is not found fault with before the form is sent, nor any field on the way to a button: what is said
 * below it would push the button away from under the finger.
 */
function isLeftForGood({ target, relatedTarget }: FocusEvent<Control>): boolean {
  return target.value !== '' && !(relatedTarget instanceof HTMLButtonElement);
}

function changedForm(form: HTMLFormElement | null): HTMLFormElement | undefined {
  return form?.matches(KEPT_FORM) && hasChanges(form) ? form : undefined;
}

/** The server's are sentences already; the contract's are codes. */
function textOf({ type, message = '' }: Found, say: SayFault): string {
  if (type === 'server') return message;
  const { code, params } = readFault(message);
  return say(`faults:${code}`, params);
}
