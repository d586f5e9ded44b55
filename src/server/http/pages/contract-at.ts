import type { ApiRequest } from '#contracts/call.ts';
import { consoleContracts } from '#contracts/console/index.ts';
import type { Contract } from '#contracts/contract.ts';
import { contracts } from '#contracts/index.ts';
import { fitsPattern } from '#domain/paths.ts';

const entries: { contract: Contract; words: string[] }[] = [...contracts, ...consoleContracts]
  .map((contract) => ({ contract, words: contract.path.split('/') }))
  // Literal segments match before parameters.
  .sort((a, b) => countBraces(a.contract) - countBraces(b.contract));
const byLength = Map.groupBy(entries, ({ words }) => words.length);

export function contractAt({ method, path }: Pick<ApiRequest, 'method' | 'path'>): Contract | undefined {
  const segments = path.split('?', 1)[0]?.split('/') ?? [];
  const match = byLength
    .get(segments.length)
    ?.find(({ contract, words }) => contract.method === method && fitsPattern(segments, words));
  return match?.contract;
}

function countBraces({ path }: Contract): number {
  return path.split('{').length;
}
