/**
 * What is kept of a code in place of its digits. With a key of the server: 16 digits are few enough to be tried one by one by who has
 * a copy of the database alone.
 */
export type CodeSeal = (code: string) => string
