import { parseArgs } from 'node:util';
import { CHAIN_MAX, CROWD_MAX, CROWD_SHAPES, type Crowd } from '#server/operator/seed/index.ts';

export type CrowdOrder = Pick<Crowd, 'members' | 'shape' | 'under'>;
type SeedOrder = { json: boolean; crowd: CrowdOrder | undefined };

const USAGE = `npm run seed -- [--members 1..${CROWD_MAX} [--shape ${CROWD_SHAPES.join('|')}] [--under USERNAME]] [--json]`;

export function readSeedOrder(words: string[]): SeedOrder | { refused: string } {
  const values = readOptions(words);
  if (!values) return { refused: `That can't be read. Write: ${USAGE}` };
  const { json = false, members, shape: shapeName = 'random', under = 'anna' } = values;
  if (members === undefined) return { json, crowd: undefined };
  const shape = CROWD_SHAPES.find((name) => name === shapeName);
  if (!shape) return { refused: `There is no shape “${shapeName}”. Choose one of: ${CROWD_SHAPES.join(', ')}.` };
  const maxMembers = shape === 'chain' ? CHAIN_MAX : CROWD_MAX;
  if (!/^[1-9]\d{0,6}$/.test(members) || Number(members) > maxMembers)
    return { refused: `“${members}” members are not possible. Choose from 1 to ${maxMembers} in a ${shape} shape.` };
  return { json, crowd: { members: Number(members), shape, under: under.toLowerCase() } };
}

function readOptions(words: string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args: words,
      options: { json: { type: 'boolean' }, members: option, shape: option, under: option },
    }).values;
  } catch {
    return undefined;
  }
}
