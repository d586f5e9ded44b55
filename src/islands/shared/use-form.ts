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

export type FieldErrors = Partial<Record<string, readonly string[]>>;

export type Rendered = { errors?: FieldErrors | undefined; notice?: string | undefined };

type Message = { text: string; isFresh?: boolean };
type FieldFault = { type?: string; message?: string };
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Options<C extends Contract, Values extends FieldValues> = {
  rendered?: Rendered | undefined;
  /** Idempotency key that the page was rendered with; its attempt may have succeeded. */
  uid?: string | undefined;
  /** Maps the typed values to the call's input; default: unchanged. */
  inputOf?: (values: Values) => Record<string, unknown>;
  /** Adds late values such as a solved bot check; undefined cancels the call. */
  complete?: (input: Record<string, unknown>) => Promise<Record<string, unknown> | undefined>;
  call?: Call;
  /** Notice if there is no response. */
  broken?: string;
  /** Replaces the call's default timeout. */
  limitMs?: number;
  /** Optimistic update; returns its rollback. */
  onSend?: () => () => void;
  onDone: (data: OutputOf<C>, values: Values) => void;
  /** Returns true if the caller shows the refusal. */
  onRefused?: (refusal: Refusal) => boolean;
};

export type FormState<Values extends FieldValues = FieldValues> = ReturnType<typeof useForm<Contract, Values>>;

/** Retries of an unknown result share one idempotency key. Fields are uncontrolled: early input survives hydration. */
export function useForm<C extends Contract, Values extends FieldValues = FieldValues>(
  contract: C,
  options: Options<C, Values>,
) {
  const {
    rendered = {},
    uid: firstUid,
    inputOf = keepValues,
    complete = resolveInput,
    call = memberCall,
    broken,
    limitMs,
    onSend,
  } = options;
  const { onDone, onRefused } = options;
  const { t } = useReader();
  const [renderedErrors, setRenderedErrors] = useState(rendered.errors ?? {});
  const [firstWrong] = useState(() => Object.keys(renderedErrors).find((name) => renderedErrors[name]?.length));
  const [notice, setNotice] = useState<Message | undefined>(rendered.notice ? { text: rendered.notice } : undefined);
  const showNotice = (text: string | undefined) => setNotice(text ? { text, isFresh: true } : undefined);
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<{ uid: string; text: string }>(undefined);
  const hasTried = useRef(false);
  const pendingCall = useRef<AbortController>(undefined);
  const [shownFields] = useState(() => new Set<string>());
  const element = useRef<HTMLFormElement>(null);
  const hookForm = useHookForm<Values>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: true,
    resolver: schemaResolver((values: Values) => {
      // The browser has no schema of calls without typed fields.
      const { input }: Partial<C> = contract;
      const parsed = input?.safeParse(inputOf(values));
      return !parsed || parsed.success ? { success: true, data: values } : parsed;
    }),
  });
  const { errors } = hookForm.formState;
  useEffect(() => keepAtSessionEnd(() => changedForm(element.current)), []);

  const clear = (name: Path<Values>) => {
    hookForm.clearErrors(name);
    setRenderedErrors((current) => ({ ...current, [name]: [] }));
  };
  const send = async (values: Values) => {
    if (pendingCall.current) return;
    const controller = new AbortController();
    pendingCall.current = controller;
    setBusy(true);
    setNotice(undefined);
    setRenderedErrors({});
    const rollBack = onSend?.();
    const uid = uidOf(values);
    const input = await complete(inputOf(values));
    const limit = limitMs && setTimeout(() => controller.abort(), limitMs);
    const extra = { ...(contract.uid && { uid }), ...(limitMs && { signal: controller.signal }) };
    const answer = input && (await call(contract, input as never, extra));
    clearTimeout(limit);
    if (pendingCall.current !== controller) return;
    stop();
    if (!input) return;
    if (!answer?.success) rollBack?.();
    if (!answer) return showNotice(broken ?? t('common:line_broken'));
    if (answer.success || !isUndecided(answer.error)) attempt.current = undefined;
    if (answer.success) return onDone(answer.data, values);
    showRefusal(answer.error);
  };
  const stop = () => {
    pendingCall.current?.abort();
    pendingCall.current = undefined;
    setBusy(false);
  };
  const uidOf = (values: Values) => {
    const text = JSON.stringify(values, (name, value: unknown) => (PROOFS.includes(name) ? undefined : value));
    const isAsRendered = !hasTried.current && element.current && !hasChanges(element.current, PROOFS);
    hasTried.current = true;
    if (attempt.current?.text !== text) attempt.current = { uid: (isAsRendered && firstUid) || newUid(), text };
    return attempt.current.uid;
  };
  const showRefusal = (refusal: Refusal) => {
    // The member closed the confirmation dialog.
    if (onRefused?.(refusal) || refusal.code === 'confirmation_required') return;
    const fields = Object.entries(refusal.fields ?? {}).filter(([name]) => shownFields.has(name));
    for (const [name, [message = '']] of fields) {
      hookForm.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: name === fields[0]?.[0] });
    }
    if (fields.length === 0) showNotice(sentenceOf(refusal) || t('common:line_broken'));
  };
  const submit = (event?: SubmitEvent<HTMLFormElement>) => hookForm.handleSubmit(send)(event);
  return {
    hookForm,
    notice,
    isBusy,
    setNotice: showNotice,
    send: () => submit(),
    stop,
    field: (name: Path<Values>) => {
      shownFields.add(name);
      const fault: FieldFault | undefined = get(errors, name);
      const { onBlur, ...control } = hookForm.register(name, { onChange: () => clear(name) });
      return {
        errors: fault ? [textOf(fault, t)] : (renderedErrors[name] ?? []),
        autoFocus: name === firstWrong,
        onClear: () => clear(name),
        onBlur: (event: FocusEvent<Control>) => (shouldValidateOnBlur(event) ? void onBlur(event) : undefined),
        ...control,
      };
    },
    uid: firstUid,
    isOwned: contract.caller !== 'anyone',
    element,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      if (!isDraft(event)) void submit(event);
    },
  };
}

/** Left out of the comparison: a retry with another code keeps its idempotency key. */
const PROOFS: readonly string[] = ['pin', 'code', 'password'];

function keepValues<Values extends FieldValues>(values: Values): Record<string, unknown> {
  return values;
}

function resolveInput(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  return Promise.resolve(input);
}

/** Empty fields wait for the submit. No check on the way to a button: an error would move it away. */
function shouldValidateOnBlur({ target, relatedTarget }: FocusEvent<Control>): boolean {
  return target.value !== '' && !(relatedTarget instanceof HTMLButtonElement);
}

function changedForm(form: HTMLFormElement | null): HTMLFormElement | undefined {
  return form?.matches(KEPT_FORM) && hasChanges(form) ? form : undefined;
}

/** A fault of a field that the form doesn't show becomes the form's notice. */
function sentenceOf({ detail, fields }: Refusal): string {
  return detail || (Object.values(fields ?? {})[0]?.[0] ?? '');
}

/** Server messages are sentences; schema messages are codes. */
function textOf({ type, message = '' }: FieldFault, t: Translate): string {
  if (type === 'server') return message;
  const { code, params } = readFault(message);
  return t(`faults:${code}`, params);
}
