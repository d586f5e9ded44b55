import { path } from '#domain/paths.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';
import { PinForm } from './pin-form.tsx';

type Props = { rendered: Rendered; username: string; asksCode: boolean };

export const PinScreen = withReader(function PinScreen({ rendered, username, asksCode }: Props) {
  const { language } = useReader();
  const openFinance = (isNew: boolean) =>
    location.assign(path(language, 'finance', isNew ? { done: 'pin-set' } : undefined));
  return <PinForm rendered={rendered} username={username} asksCode={asksCode} onSet={openFinance} />;
});
