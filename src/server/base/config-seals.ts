import { reserves } from './config-parsers.ts';
import { optional } from './config-setting.ts';

export const seals = {
  reserves: optional(
    'SEAL_RESERVES',
    reserves,
    'Addresses that hold members’ money, shown beside daily seals as not proven: name=address, several by commas.',
  ),
};
