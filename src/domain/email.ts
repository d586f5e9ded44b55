export const EMAIL_MAX = 254;

/** Letters of any script, but nothing that can't be seen; dots stand between letters only. */
const LOCAL = /^(?!\.)(?!.*\.\.)(?!.*\.$)[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}@"<>()[\],:;\\]{1,64}$/u;
/** At least two labels, the last of which is no number: that would be an IP address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DOMAIN_MAX = 253;
/** A URL would read these as more than a host, decode them or leave them out. */
const NO_HOST = /[^\p{L}\p{M}\p{N}.。-]|\p{Default_Ignorable_Code_Point}/u;

/** The stored form, by which e-mails compare: NFKC, lower case, the domain in ASCII by UTS 46. */
export function normaliseEmail(typed: string): string {
  const email = typed.trim().normalize('NFKC').toLowerCase();
  const at = email.lastIndexOf('@');
  const domain = at < 0 ? undefined : asciiDomain(email.slice(at + 1));
  return domain === undefined ? email : `${email.slice(0, at)}@${domain}`;
}

/** For the stored form. Whether the address is anyone's, only an e-mail to it can tell. */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return (
    email.length <= EMAIL_MAX && domain.length <= DOMAIN_MAX && LOCAL.test(email.slice(0, at)) && DOMAIN.test(domain)
  );
}

function asciiDomain(domain: string): string | undefined {
  if (domain === '' || NO_HOST.test(domain)) return undefined;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
