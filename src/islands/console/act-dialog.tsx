import type { ReactNode } from 'react';
import type { Call } from '#contracts/call.ts';
import { REASON_MAX } from '#contracts/console/fields.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { operatorCommand } from '#domain/operator-command.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type FormState, useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useFirstFocus } from './use-first-focus.ts';

type Command = { words: readonly string[]; options?: Record<string, string | undefined> };
type FormValues = Record<string, string>;

type Props<C extends Contract> = {
  title: string;
  children?: ReactNode;
  contract: C;
  input: Partial<InputOf<C>>;
  call: Call;
  renderFields?: (form: Pick<FormState<FormValues>, 'field' | 'hookForm'>) => ReactNode;
  submit?: string;
  isBlocked?: boolean;
  isBad?: boolean;
  /** CLI equivalent for the values typed so far. */
  command?: (values: Partial<FormValues>) => Command | readonly Command[];
  onDone: (data: OutputOf<C>) => void;
  onClose: () => void;
};

export function ActDialog<C extends Contract>(props: Props<C>) {
  const { t } = useReader();
  const { title, children, contract, input, call, renderFields, isBad, command, onDone, onClose } = props;
  const form = useForm<C, FormValues>(contract, {
    call,
    broken: t('console:act.broken'),
    inputOf: (values) => ({ ...input, ...values }),
    onDone,
  });
  useFirstFocus(form.element);
  const values = form.hookForm.watch();
  const commands = command?.(values);
  const text = commands && linesOf([commands].flat(), values['reason'] ?? '');
  return (
    <Dialog title={title} close={t('console:act.close')} onClose={onClose}>
      <Form of={form} className="stack">
        {children}
        <div role="status">
          <FormNotice of={form} />
        </div>
        {renderFields?.(form)}
        <TextField
          label={t('console:act.reason')}
          hint={t('console:act.reason_hint')}
          maxLength={REASON_MAX}
          required
          {...form.field('reason')}
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
          <Button variant={isBad ? 'bad' : 'primary'} disabled={props.isBlocked} aria-busy={form.isBusy || undefined}>
            {props.submit ?? t('console:act.submit')}
          </Button>
          <Button type="button" onClick={onClose}>
            {t('console:act.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function linesOf(commands: readonly Command[], reason: string): string {
  return commands.map(({ words, options = {} }) => operatorCommand(words, options, reason)).join('\n');
}
