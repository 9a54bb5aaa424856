import type { AtStart, BackgroundParts } from '../../kernel/background.ts'
import { commonCountries } from './plants.store.ts'

/** Countries that are read ahead; each costs some tenths of a second of a processor. */
const readAhead = 2

/** Reads the places of the countries that most plants are in; what fails is logged. */
export const readPlaces = async ({ ports, db, log }: Pick<BackgroundParts, 'ports' | 'db' | 'log'>): Promise<void> => {
  try {
    for (const country of await commonCountries(db, readAhead)) await ports.places.find({ country, city: '', prov: '' })
  } catch (err) {
    log.warn({ err }, 'places could not be read ahead')
  }
}

/** As soon as the server runs, and not waited for: nobody who saves a plant then waits for them. */
export const readPlacesAhead: AtStart = async (parts) => void readPlaces(parts)
