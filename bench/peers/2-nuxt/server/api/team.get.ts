import { team } from 'common/data.mjs';

export default defineEventHandler(() => team);
