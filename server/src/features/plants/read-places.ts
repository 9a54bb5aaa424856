import type { StartBackground } from '../../kernel/background.ts'
import { commonCountries } from './plants.store.ts'

/** Countries that are read ahead; each costs some tenths of a second of a processor. */
const readAhead = 2

/** Reads the places of the countries that most plants are in as soon as the server runs, so that nobody who saves a plant waits for them. */
export const startPlaceReader: StartBackground = ({ ports, db, log }) => {
  const read = async () => {
    for (const country of await commonCountries(db, readAhead)) await ports.places.find({ country, city: '', prov: '' })
  }
  const reading = read().catch((err: unknown) => log.warn({ err }, 'places could not be read ahead'))
  return { stop: () => reading }
}
