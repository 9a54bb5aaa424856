import { buildWebWhenStale } from '../../scripts/prepare.mjs'

/** Journeys use the web client of the current sources, built once for all of them. */
export const setup = (): void => buildWebWhenStale(process.env.TEST_ALL === 'yes' ? 'best' : 'none')
