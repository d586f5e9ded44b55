import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const CALL =
  /\b(?:createHash|createHmac|hkdf|hkdfSync|pbkdf2|pbkdf2Sync|(?<![.\w]|function )hash)\(\s*(?!'sha256')([^,)\s]+)/g;
/** Reasons by file and argument. */
const MAY: Record<string, string> = {
  "src/server/members/auth/password.ts 'argon2id'": 'A password is kept by a slow hash.',
};

/**
 * Allows only SHA-256, written as a literal. Libraries are not checked: otpauth uses SHA-1, as apps do, and altcha-lib
 * uses PBKDF2 over SHA-256.
 */
export function approvedHashes(root: string): Finding[] {
  return codeFiles(root, 'src').flatMap(({ file, text }) =>
    [...text.matchAll(CALL)]
      .filter(([, argument]) => !(`${file} ${argument}` in MAY))
      .map(([, argument]) => ({ file, problem: `It hashes by ${argument}, not by 'sha256'.` })),
  );
}
