import { type InputHTMLAttributes, type Ref, useEffect, useId, useRef, useState } from 'react';
import { brokenPasswordRules, PASSWORD_MAX, PASSWORD_RULES, type PasswordRule } from '#domain/password.ts';
import { attachTo, type Errors, FieldErrors, marksOf, NO_ERRORS } from './field.tsx';
import { Icon } from './icon.tsx';

/** `fault`: error text per rule. Such an error marks the rule instead of being repeated. */
type Texts = {
  show: string;
  rules?: string;
  rule?: Record<PasswordRule, string>;
  fault?: Record<PasswordRule, string>;
};
type Props = {
  name: string;
  label: string;
  id?: string;
  errors?: Errors | undefined;
  onClear?: (() => void) | undefined;
  texts: Texts;
  autoComplete: 'current-password' | 'new-password';
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> & { ref?: Ref<HTMLInputElement> };

export function PasswordField(props: Props) {
  const { label, id: customId, errors = NO_ERRORS, onClear, texts, onInput, ref, ...control } = props;
  const id = customId ?? control.name;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const rulesId = useId();
  const faulty = PASSWORD_RULES.filter((rule) => texts.fault && errors.includes(texts.fault[rule]));
  const others = errors.filter((error) => !faulty.some((rule) => texts.fault?.[rule] === error));
  const { 'aria-describedby': described, ...marks } = marksOf(id, others);
  const rules = texts.rule && rulesId;
  useEffect(() => {
    setTyped(input.current?.value ?? '');
    // Browsers offer to save only from a password field.
    const hide = () => setShown(false);
    const form = input.current?.form;
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <div className="field" data-field onClick={onClear}>
      <label htmlFor={id}>{label}</label>
      <div className="input affix">
        <input
          type={isShown ? 'text' : 'password'}
          maxLength={PASSWORD_MAX}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          {...marks}
          ref={(element) => {
            input.current = element;
            return attachTo(ref, element);
          }}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={[rules, described].filter(Boolean).join(' ') || undefined}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            onInput?.(event);
          }}
        />
        <button
          type="button"
          className="btn plain square needs-script"
          aria-label={texts.show}
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          <Icon name="eye" />
        </button>
      </div>
      <FieldErrors id={id} errors={others} />
      {texts.rule && <Rules id={rulesId} label={texts.rules ?? ''} names={texts.rule} typed={typed} faulty={faulty} />}
    </div>
  );
}

type RulesProps = {
  id: string;
  label: string;
  names: Record<PasswordRule, string>;
  typed: string;
  faulty: readonly PasswordRule[];
};

/** After one refused rule, all unmet rules are marked. */
function Rules({ id, label, names, typed, faulty }: RulesProps) {
  const broken = brokenPasswordRules(typed);
  const bad = faulty.length > 0 ? (typed ? broken : faulty) : [];
  return (
    <ul className="rules" id={id} aria-label={label}>
      {PASSWORD_RULES.map((rule) => {
        const state = bad.includes(rule) ? 'bad' : broken.includes(rule) ? undefined : 'ok';
        const icon = state ? ({ bad: 'warning', ok: 'check' } as const)[state] : 'minus';
        return (
          <li key={rule} className={state}>
            <Icon name={icon} size="small" />
            <span>{names[rule]}</span>
          </li>
        );
      })}
    </ul>
  );
}
