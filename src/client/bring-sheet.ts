import { addLink } from './add-link.ts';

const coming = new Map<string, Promise<void>>();

/** Brings the rules for what a script draws. Nothing is to be drawn before they are there. */
export function bringSheet(address: string): Promise<void> {
  const sheet = coming.get(address) ?? load(address);
  coming.set(address, sheet);
  return sheet;
}

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = addLink('stylesheet', address);
    link.onload = () => resolve();
    link.onerror = reject;
  });
}
