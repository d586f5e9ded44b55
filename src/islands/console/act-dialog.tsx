import { type ReactNode, useState } from 'react';
import type { Refusal, Result } from '#contracts/call.ts';
import { REASON_MAX } from '#contracts/console/fields.ts';
import { operatorCommand } from '#domain/operator-command.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useFirstFocus } from './use-first-focus.ts';

type Command = { words: readonly string[]; options?: Record<string, string | undefined> };

type Props<Data> = {
  title: string;
  /** What is about to happen, in words. */
  children?: ReactNode;
  /** Further fields of the form; their errors are those that the server found. */
  renderFields?: (errors: Record<string, readonly string[]>) => ReactNode;
  submit?: string;
  /** A dangerous thing is drawn as one. */
  isBad?: boolean;
  /** The command that does the same, if there is one; `values` are what is typed so far. */
  command?: (values: Record<string, string>) => Command | readonly Command[];
  /** Does it; `reason` is among the values. */
  act: (values: Record<string, string>) => Promise<Result<Data> | undefined>;
  onDone: (data: Data) => void;
  onClose: () => void;
};

/** Asks why, shows the command that does the same, and does it. What was typed stays until it is done. */
export function ActDialog<Data>(props: Props<Data>) {
  const { t } = useReader();
  const {
    title,
    children,
    renderFields,
    submit = t('console:act.submit'),
    isBad,
    command,
    act,
    onDone,
    onClose,
  } = props;
  const [values, setValues] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBroken, setBroken] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const typed = useFirstFocus();
  const errors = refusal?.fields ?? {};
  const shown = command?.(values);
  const text = shown && linesOf([shown].flat(), values['reason'] ?? '');
  const send = async (form: HTMLFormElement) => {
    if (isBusy) return;
    setBusy(true);
    setBroken(false);
    setRefusal(undefined);
    const answer = await act(valuesOf(form));
    setBusy(false);
    if (!answer) return setBroken(true);
    if (answer.success) return onDone(answer.data);
    if (answer.error.code !== 'confirmation_required') setRefusal(answer.error);
  };
  return (
    <Dialog title={title} close={t('console:act.close')} onClose={onClose}>
      <form
        ref={typed}
        className="stack"
        onChange={(event) => setValues(valuesOf(event.currentTarget))}
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {children}
        <div role="status">
          {isBroken && <Notice kind="bad">{t('console:act.broken')}</Notice>}
          {refusal && !refusal.fields && <Notice kind="bad">{refusal.detail}</Notice>}
        </div>
        {renderFields?.(errors)}
        <TextField
          name="reason"
          label={t('console:act.reason')}
          hint={t('console:act.reason_hint')}
          maxLength={REASON_MAX}
          errors={errors['reason']}
          onClear={() => setRefusal(undefined)}
          required
        />
        {text && (
          <details className="fold">
            <summary>{t('console:act.command')}</summary>
            <code className="command" tabIndex={0}>
              {text}
            </code>
            <CopyButton
              text={text}
              label={t('console:act.copy')}
              texts={{ copied: t('console:act.copied'), byHand: t('console:act.copy') }}
            />
          </details>
        )}
        <div className="row">
          <Button variant={isBad ? 'bad' : 'primary'} aria-busy={isBusy || undefined}>
            {submit}
          </Button>
          <Button type="button" onClick={onClose}>
            {t('console:act.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function linesOf(commands: readonly Command[], reason: string): string {
  return commands.map(({ words, options = {} }) => operatorCommand(words, options, reason)).join('\n');
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const typed = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(typed);
}
