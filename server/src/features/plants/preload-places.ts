import type { BackgroundParts, StartupHook } from '../../kernel/background.ts'
import { commonCountries } from './plants.store.ts'

/** Countries to preload; each costs some tenths of a second of CPU time. */
const preloadedCountries = 2

/** Loads the places of the countries with the most plants. An error is logged. */
export const preloadPlaces = async ({
  ports,
  db,
  log,
}: Pick<BackgroundParts, 'ports' | 'db' | 'log'>): Promise<void> => {
  try {
    for (const country of await commonCountries(db, preloadedCountries))
      await ports.places.find({ country, city: '', prov: '' })
  } catch (err) {
    log.warn({ err }, 'places could not be read ahead')
  }
}

/** Runs in the background at startup, so saving a plant does not wait for the files. */
export const preloadPlacesAtStart: StartupHook = async (parts) => void preloadPlaces(parts)
