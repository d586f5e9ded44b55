import { path } from '#domain/paths.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { useReader } from '../use-reader.ts';
import type { Rendered } from './form-notice.tsx';
import { PinForm } from './pin-form.tsx';
import { PIN_TEXTS, type PinText } from './texts.ts';

type Props = ReaderProps<PinText> & { rendered: Rendered; username: string; asksCode: boolean };

/** Setting the PIN on the way to a withdrawal, which is where it leads on to. */
export function PinScreen({ rendered, username, asksCode, ...props }: Props) {
  const reader = useReader(PIN_TEXTS, props);
  const goOn = (isNew: boolean) =>
    location.assign(path(reader.language, 'finance', isNew ? { done: 'pin-set' } : undefined));
  return <PinForm rendered={rendered} username={username} asksCode={asksCode} reader={reader} onSet={goOn} />;
}
