import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

const CONFIRMATION_MS = 350;

/** `byHand`: title of the prompt where copying is not allowed, as on plain http. */
type Props = {
  text: string;
  label: string;
  isPrimary?: boolean;
  look?: 'btn' | 'item';
  texts: { copied: string; byHand: string };
};

export function CopyButton({ text, label, isPrimary = false, look = 'btn', texts }: Props) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return void prompt(texts.byHand, text);
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMATION_MS);
  };
  return (
    <>
      <button
        type="button"
        className={`${look} copy needs-script${isPrimary ? ' primary' : ''}`}
        data-copied={isCopied ? '' : undefined}
        onClick={() => void copy()}
      >
        {look === 'btn' && <Icon name="copy" size="small" />}
        {label}
        <span className="done" aria-hidden="true">
          <Icon name="check" size="small" />
          {texts.copied}
        </span>
      </button>
      <span className="hidden-text" role="status">
        {isCopied ? texts.copied : ''}
      </span>
    </>
  );
}
