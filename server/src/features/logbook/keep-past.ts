import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { eachDue } from '../../kernel/each-due.ts'
import { repeat } from '../../kernel/repeat.ts'
import { plantsWithPast } from './logbook.store.ts'
import { beginChainOf } from './seal-entries.ts'

const lookEveryMs = 5_000

/**
 * Takes over what was written before logbooks were sealed, plant by plant, each in a transaction of its own. A plant whose
 * logbook is added to before its turn has it taken over then.
 */
export const takeOverAll = ({
  db,
  inTransaction,
  log,
}: Pick<BackgroundParts, 'db' | 'inTransaction' | 'log'>): Promise<void> =>
  eachDue(
    { log, failure: 'what was written before the logbook was sealed cannot be taken over' },
    (limit) => plantsWithPast(db, limit),
    (plantId) => inTransaction((tx) => beginChainOf(tx, plantId)),
  )

/** Looks for such as long as the server runs: a node of the release before may still write. */
export const startPastKeeper: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => takeOverAll(parts))
  looking.start()
  return looking
}
