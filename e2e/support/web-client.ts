import { buildWebWhenStale } from '../../scripts/prepare.mjs'

/** Journeys look at the web client as it is now, built once for all of them. */
export const setup = (): void => buildWebWhenStale()
