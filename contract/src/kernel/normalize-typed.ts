/**
 * Normalizes pasted text of a formatted single-line field: strips invisible characters, and makes spaces and hyphens
 * plain.
 */
export const normalizeTyped = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/gu, '-')
    .normalize('NFC')
    .trim()

/** Digits and letters of a code, without grouping and invisible characters. */
export const normalizeCode = (value: string): string => value.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '')

/**
 * Domain of an address in ASCII, as mail servers write it: `müller.de` becomes `xn--mller-kva.de`. Other text is
 * returned unchanged.
 */
const asciiDomain = (domain: string): string => {
  if (/^\p{ASCII}*$/u.test(domain) || /[\s/?#@:\\%[\]]/u.test(domain)) return domain
  return URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : domain
}

/** Strips invisible characters of an address and converts its domain to ASCII. */
export const normalizeAddress = (typedAddress: string): string => {
  const value = normalizeTyped(typedAddress)
  const at = value.lastIndexOf('@')
  return at < 0 ? value : `${value.slice(0, at)}@${asciiDomain(value.slice(at + 1))}`
}
