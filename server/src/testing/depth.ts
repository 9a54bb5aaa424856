import { type Language, languages } from '@vigilux/contract/kernel/primitives.ts'

/** `npm run test:all` goes through every language, round and input; `npm test` takes a sample of each. */
export const isFullRun = process.env.TEST_ALL === 'yes'

/** The languages in which documents are rendered: the sample has the longest words and the most accents. */
export const documentLanguages: readonly Language[] = isFullRun ? languages : ['en', 'de', 'pl']

/** How often a race is repeated. */
export const raceRounds = isFullRun ? 20 : 1

/** Orders in which the records of a unit arrive. */
export const arrivalOrders = isFullRun ? 100 : 10

/** Writes with a fault of the database. */
export const faultyWrites = isFullRun ? 1_000 : 200
