/** Not in every browser, and not in TypeScript's list of what there is. */
type Connection = { saveData?: boolean; effectiveType?: string };

const connection = () => (navigator as { connection?: Connection }).connection;

/** Whether the reader asks for nothing beyond what they see. */
export const savesData = () => Boolean(connection()?.saveData);

export const isSlow = () => /[23]g/.test(connection()?.effectiveType ?? '');
