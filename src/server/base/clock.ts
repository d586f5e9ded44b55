/** Only source of the time; tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export function addSeconds(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
