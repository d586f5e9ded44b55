import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { signIn } from '#contracts/auth.ts';
import { isDraft } from '#islands/shared/is-draft.ts';
import type { FieldErrors } from '#islands/shared/use-form.ts';
import type { BotCheckState } from './bot-check.tsx';

const FIELDS = ['login', 'password'] as const;

/** The browser posts the form, so that the page sets the cookies and no script holds tokens (docs/design/sign-in.md). */
export function useSignIn(bot: BotCheckState, rendered: FieldErrors, required: string) {
  const [errors, setErrors] = useState(rendered);
  const [isBusy, setBusy] = useState(false);
  const isReady = useRef(false);
  const proof = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const resetForm = () => {
      isReady.current = false;
      setBusy(false);
    };
    addEventListener('pageshow', resetForm);
    return () => removeEventListener('pageshow', resetForm);
  }, []);

  const findFaults = (form: HTMLFormElement): FieldErrors => {
    const { login, password } = Object.fromEntries(new FormData(form));
    const { error } = signIn.input.safeParse({ login, password, bot_check: bot.draft() });
    return Object.fromEntries((error?.issues ?? []).map(({ path }) => [String(path[0]), [required]]));
  };
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    if (isReady.current || isDraft(event)) {
      // One submit per solved check.
      isReady.current = false;
      return;
    }
    event.preventDefault();
    if (isBusy) return;
    const faults = findFaults(form);
    setErrors(faults);
    const first = FIELDS.find((name) => faults[name]);
    if (first) (form.elements.namedItem(first) as HTMLElement).focus();
    else if (faults['bot_check']) bot.answer.current?.focus();
    else await send(form);
  };
  const send = async (form: HTMLFormElement) => {
    setBusy(true);
    const solvedProof = await bot.solve();
    if (!solvedProof) return setBusy(false);
    proof.current!.value = solvedProof;
    isReady.current = true;
    // `requestSubmit()` is ignored inside a submit handler.
    setTimeout(() => form.requestSubmit());
  };
  return {
    isBusy,
    proof,
    field: (name: (typeof FIELDS)[number] | 'bot_check') => {
      const onClear = () => setErrors((current) => ({ ...current, [name]: [] }));
      return { errors: errors[name] ?? [], onClear };
    },
    formProps: { method: 'post', noValidate: true, 'aria-busy': isBusy || undefined, onSubmit } as const,
  };
}
