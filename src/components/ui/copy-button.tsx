import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

const CONFIRMATION_MS = 350;

/** `byHand`: title of the prompt where copying is not allowed, as on plain http. */
type Props = {
  text: string;
  label: string;
  isPrimary?: boolean;
  /** `icon`: the label is only the name. */
  look?: 'btn' | 'item' | 'icon';
  texts: { copied: string; byHand: string };
};

export function CopyButton({ text, label, isPrimary = false, look = 'btn', texts }: Props) {
  const isIcon = look === 'icon';
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
        className={`${isIcon ? 'btn plain square' : look} copy needs-script${isPrimary ? ' primary' : ''}`}
        aria-label={isIcon ? label : undefined}
        title={isIcon ? label : undefined}
        data-copied={isCopied ? '' : undefined}
        onClick={() => void copy()}
      >
        {look !== 'item' && <Icon name="copy" size="small" />}
        {!isIcon && label}
        <span className="done" aria-hidden="true">
          <Icon name="check" size="small" />
          {!isIcon && texts.copied}
        </span>
      </button>
      <span className="hidden-text" role="status">
        {isCopied ? texts.copied : ''}
      </span>
    </>
  );
}
