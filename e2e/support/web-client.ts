import { buildWebWhenStale } from '../../scripts/prepare.mjs'

/** Journeys use a web client built once from the current sources. */
export const setup = (): void => buildWebWhenStale(process.env.TEST_ALL === 'yes' ? 'best' : 'none')
