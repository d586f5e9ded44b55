import { type FocusEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type FieldValues, get, type Path, useForm as useHookForm } from 'react-hook-form';
import { type Call, isUndecided, type Refusal } from '#contracts/call.ts';
import type { Contract, OutputOf } from '#contracts/contract.ts';
import { readFault } from '#domain/field-faults.ts';
import type { Translate } from '#i18n/translator.ts';
import { call as memberCall } from '#client/call.ts';
import { KEPT_FORM, keepAtSessionEnd } from '#client/end-session.ts';
import { newUid } from '#client/new-uid.ts';
import { hasChanges } from './form-changes.ts';
import { isDraft } from './is-draft.ts';
import { schemaResolver } from './schema-resolver.ts';
import { useReader } from './use-reader.tsx';

/** What was wrong with fields when the page was rendered, by name. */
export type FieldErrors = Partial<Record<string, readonly string[]>>;

/** What the page was refused before it was rendered: at fields, or as a whole. */
export type Rendered = { errors?: FieldErrors | undefined; notice?: string | undefined };

/** `isFresh`: said since the page came. */
type Said = { text: string; isFresh?: boolean };
type Found = { type?: string; message?: string };
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Options<C extends Contract, Values extends FieldValues> = {
  rendered?: Rendered | undefined;
  /** Names the try that the page was rendered for; it may have come through. */
  uid?: string | undefined;
  /** What is checked and sent of what is typed; without it, all of it. */
  inputOf?: (values: Values) => Record<string, unknown>;
  /** Adds what can only be had when it is sent, such as a solved bot check; nothing when it can't be had. */
  complete?: (input: Record<string, unknown>) => Promise<Record<string, unknown> | undefined>;
  /** The console's call, which asks for a confirmation. */
  call?: Call;
  /** Said when nobody knows what became of it. */
  broken?: string;
  /** From then on it is called off, where a call may take longer than others. */
  limitMs?: number;
  /** Shows at once what will be; gives back how to take that back. */
  onSend?: () => () => void;
  onDone: (data: OutputOf<C>, values: Values) => void;
  /** A refusal that the caller shows in its own way; `true` when it did. */
  onRefused?: (refusal: Refusal) => boolean;
};

export type FormState<Values extends FieldValues = FieldValues> = ReturnType<typeof useForm<Contract, Values>>;

/**
 * A form that is sent by one call, drawn by `Form`. Fields are checked by the contract's own schema when they are left
 * and when the form is sent; what the server refuses stands at its fields, with the focus on the first. One uid for all
 * tries whose end nobody knows, another for what was changed. What is typed survives the end of the session (`data-kept`
 * on the form) and a switch of language. Fields are uncontrolled: what was typed before hydration stays.
 */
export function useForm<C extends Contract, Values extends FieldValues = FieldValues>(
  contract: C,
  options: Options<C, Values>,
) {
  const {
    rendered = {},
    uid: firstUid,
    inputOf = same,
    complete = later,
    call = memberCall,
    broken,
    limitMs,
    onSend,
  } = options;
  const { onDone, onRefused } = options;
  const { t } = useReader();
  const [before, setBefore] = useState(rendered.errors ?? {});
  const [firstWrong] = useState(() => Object.keys(before).find((name) => before[name]?.length));
  const [notice, setNotice] = useState<Said | undefined>(rendered.notice ? { text: rendered.notice } : undefined);
  const sayNotice = (text: string | undefined) => setNotice(text ? { text, isFresh: true } : undefined);
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<{ uid: string; typed: string }>(undefined);
  const hasTried = useRef(false);
  const underWay = useRef<AbortController>(undefined);
  const [shown] = useState(() => new Set<string>());
  const element = useRef<HTMLFormElement>(null);
  const typed = useHookForm<Values>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: true,
    resolver: schemaResolver((values: Values) => {
      const parsed = contract.input.safeParse(inputOf(values));
      return parsed.success ? { success: true, data: values } : parsed;
    }),
  });
  const { errors } = typed.formState;
  useEffect(() => keepAtSessionEnd(() => changedForm(element.current)), []);

  const clear = (name: Path<Values>) => {
    typed.clearErrors(name);
    setBefore((known) => ({ ...known, [name]: [] }));
  };
  const send = async (values: Values) => {
    if (underWay.current) return;
    const attempted = new AbortController();
    underWay.current = attempted;
    setBusy(true);
    setNotice(undefined);
    setBefore({});
    const takeBack = onSend?.();
    const uid = uidOf(values);
    const input = await complete(inputOf(values));
    const limit = limitMs && setTimeout(() => attempted.abort(), limitMs);
    const extra = { ...(contract.uid && { uid }), ...(limitMs && { signal: attempted.signal }) };
    const answer = input && (await call(contract, input as never, extra));
    clearTimeout(limit);
    if (underWay.current !== attempted) return;
    stop();
    if (!input) return;
    if (!answer?.success) takeBack?.();
    if (!answer) return sayNotice(broken ?? t('common:line_broken'));
    if (answer.success || !isUndecided(answer.error)) attempt.current = undefined;
    if (answer.success) return onDone(answer.data, values);
    refuse(answer.error);
  };
  const stop = () => {
    underWay.current?.abort();
    underWay.current = undefined;
    setBusy(false);
  };
  const uidOf = (values: Values) => {
    const text = JSON.stringify(values, (name, value: unknown) => (PROOFS.includes(name) ? undefined : value));
    const isAsRendered = !hasTried.current && element.current && !hasChanges(element.current, PROOFS);
    hasTried.current = true;
    if (attempt.current?.typed !== text) attempt.current = { uid: (isAsRendered && firstUid) || newUid(), typed: text };
    return attempt.current.uid;
  };
  const refuse = (refusal: Refusal) => {
    // A dialog has asked for a confirmation, and was closed.
    if (onRefused?.(refusal) || refusal.code === 'confirmation_required') return;
    const fields = Object.entries(refusal.fields ?? {}).filter(([name]) => shown.has(name));
    for (const [name, [message = '']] of fields) {
      typed.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: name === fields[0]?.[0] });
    }
    if (fields.length === 0) sayNotice(sentenceOf(refusal) || t('common:line_broken'));
  };
  const submit = (event?: SubmitEvent<HTMLFormElement>) => typed.handleSubmit(send)(event);
  return {
    typed,
    notice,
    isBusy,
    setNotice: sayNotice,
    /** Sends what is typed, as its button does. */
    send: () => submit(),
    /** Calls off what is under way; nothing is said of it. */
    stop,
    /** For a field of `components/ui`; the first that is wrong has the focus when the page comes. */
    field: (name: Path<Values>) => {
      shown.add(name);
      const found: Found | undefined = get(errors, name);
      const { onBlur, ...control } = typed.register(name, { onChange: () => clear(name) });
      return {
        errors: found ? [textOf(found, t)] : (before[name] ?? []),
        autoFocus: name === firstWrong,
        onClear: () => clear(name),
        onBlur: (event: FocusEvent<Control>) => (isLeftForGood(event) ? void onBlur(event) : undefined),
        ...control,
      };
    },
    /** For `Form`. */
    uid: firstUid,
    isOwned: contract.caller !== 'anyone',
    element,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      if (!isDraft(event)) void submit(event);
    },
  };
}

/**
 * What proves who asks is no part of what is asked for: a try whose end nobody knows has the same uid with another code.
 */
const PROOFS: readonly string[] = ['pin', 'code', 'password'];

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

/** What is wrong with something that the form has no field for belongs to the form as a whole. */
function sentenceOf({ detail, fields }: Refusal): string {
  return detail || (Object.values(fields ?? {})[0]?.[0] ?? '');
}

/** The server's are sentences already; the contract's are codes. */
function textOf({ type, message = '' }: Found, t: Translate): string {
  if (type === 'server') return message;
  const { code, params } = readFault(message);
  return t(`faults:${code}`, params);
}
