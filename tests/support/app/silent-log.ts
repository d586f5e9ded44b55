import type { Log } from '#server/base/log.ts';

export const silentLog: Log = () => {};
