import { toApiRequest } from '#contracts/call.ts';
import type { Contract } from '#contracts/contract.ts';
import { Button } from '#components/ui/button.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type ListQuery, withoutEmpty } from './list-query.ts';

type Props = { label: string; contract: Contract; query: ListQuery };

export function CsvLink({ label, contract, query }: Props) {
  const { language } = useReader();
  const parameters = Object.entries(query).filter(([name]) => name in contract.input.shape);
  const input = withoutEmpty(Object.fromEntries(parameters));
  return (
    <Button href={toApiRequest(contract, input, language).path} variant="plain" download>
      {label}
    </Button>
  );
}
