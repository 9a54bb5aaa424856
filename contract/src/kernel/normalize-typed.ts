/** Full-width forms of ASCII characters, as East Asian keyboards type them. */
const toHalfWidth = (value: string): string =>
  value.replace(/[\uFF01-\uFF5E]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))

/**
 * Normalizes pasted text of a formatted single-line field: strips invisible characters, and makes spaces, dashes,
 * full-width characters and accents typed as apostrophes plain.
 */
export const normalizeTyped = (value: string): string =>
  toHalfWidth(value.normalize('NFC'))
    .replace(/[\p{Cf}\u115F\u1160\u3164\uFFA0]/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63]/g, '-')
    .replace(/[`\u00B4\u2018]/g, "'")
    .normalize('NFC')
    .trim()

/** Digits and letters of a code, without grouping and invisible characters. */
export const normalizeCode = (value: string): string =>
  value.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}\u2043\u2212]/gu, '')

/**
 * Domain of an address in ASCII, as mail servers write it: `müller.de` becomes `xn--mller-kva.de`. Other text is
 * returned unchanged.
 */
const asciiDomain = (domain: string): string => {
  if (/^\p{ASCII}*$/u.test(domain)) return domain.replaceAll(/\bxn--/gi, 'xn--')
  if (/[\s/?#@:\\%[\]]/u.test(domain)) return domain
  return URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : domain
}

/** Strips invisible characters of an address, converts its domain to ASCII and removes the dot of the root. */
export const normalizeAddress = (typedAddress: string): string => {
  const value = normalizeTyped(typedAddress)
  const at = value.lastIndexOf('@')
  if (at < 0) return value
  const domain = asciiDomain(value.slice(at + 1)).replace(/\.$/, '')
  return `${value.slice(0, at).replaceAll('’', "'")}@${domain}`
}
