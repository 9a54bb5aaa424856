import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { repeat } from '../../kernel/repeat.ts'
import { plantsWithPast } from './logbook.store.ts'
import { beginChainOf } from './seal-entries.ts'

const lookEveryMs = 5_000
const plantsAtOnce = 100

/**
 * Takes over what was written before logbooks were sealed, plant by plant, each in a transaction of its own. A plant whose
 * logbook is added to before its turn has it taken over then.
 */
export const takeOverAll = async ({ db, inTransaction }: Pick<BackgroundParts, 'db' | 'inTransaction'>) => {
  for (;;) {
    const plants = await plantsWithPast(db, plantsAtOnce)
    for (const plantId of plants) await inTransaction((tx) => beginChainOf(tx, plantId))
    if (plants.length < plantsAtOnce) return
  }
}

/** Looks for such as long as the server runs: a node of the release before may still write. */
export const startPastKeeper: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => takeOverAll(parts))
  looking.start()
  return looking
}
