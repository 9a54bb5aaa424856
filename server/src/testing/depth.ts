import { type Language, languages } from '@vigilux/contract/kernel/primitives.ts'

/** `npm run test:all` goes through every language, round and input; `npm test` takes a sample of each. */
const isFull = process.env['TEST_ALL'] === 'yes'

/** The languages in which documents are rendered: the sample has the longest words and the most accents. */
export const documentLanguages: readonly Language[] = isFull ? languages : ['en', 'de', 'pl']

/** How often a race is repeated. */
export const raceRounds = isFull ? 20 : 3

/** Writes that meet a fault of the database. */
export const faultyWrites = isFull ? 1_000 : 200
