import { team } from 'common/data.mjs';

export const load = () => team;
