import type { Contract } from '#contracts/contract.ts';
import { Button } from '#components/ui/button.tsx';
import { type ListQuery, withQuery } from './list-query.ts';

type Props = { label: string; contract: Contract; query: ListQuery };

export function CsvLink({ label, contract, query }: Props) {
  const parameters = Object.entries(query).filter(([name]) => name in contract.input.shape);
  return (
    <div className="tools">
      <Button href={withQuery(contract.path, Object.fromEntries(parameters), [])} variant="plain" download>
        {label}
      </Button>
    </div>
  );
}
