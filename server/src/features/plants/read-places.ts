import type { AtStart, BackgroundParts } from '../../kernel/background.ts'
import { commonCountries } from './plants.store.ts'

/** Countries that are read ahead; each costs some tenths of a second of a processor. */
const readAhead = 2

/** Loads the places of the countries with the most plants. An error is logged. */
export const readPlaces = async ({ ports, db, log }: Pick<BackgroundParts, 'ports' | 'db' | 'log'>): Promise<void> => {
  try {
    for (const country of await commonCountries(db, readAhead)) await ports.places.find({ country, city: '', prov: '' })
  } catch (err) {
    log.warn({ err }, 'places could not be read ahead')
  }
}

/** Starts with the server, without holding it up, so that saving a plant does not wait for the files. */
export const readPlacesAhead: AtStart = async (parts) => void readPlaces(parts)
