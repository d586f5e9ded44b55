const coming = new Map<string, Promise<void>>();

/** The rules for what a script draws. Nothing is drawn before they are there. */
export function bringSheet(address: string): Promise<void> {
  const sheet = coming.get(address) ?? bring(address);
  coming.set(address, sheet);
  return sheet;
}

function bring(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = reject;
    document.head.append(link);
  });
}
