/**
 * Keyed hash under which a code is stored instead of its digits. The key is the server's: 16 digits could be
 * brute-forced with a copy of the database alone.
 */
export type CodeSeal = (code: string) => string
