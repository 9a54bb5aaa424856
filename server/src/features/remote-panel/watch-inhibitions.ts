import { announcedBy } from '../../kernel/announce.ts'
import type { StartBackground } from '../../kernel/background.ts'
import { repeat } from '../../kernel/repeat.ts'
import { announceUnits, inhibitedTooLongMs, unitsById } from '../central-units/index.ts'
import { takeOverdue } from './remote-panel.store.ts'

const lookEveryMs = 10_000

/** Tells watchers of units that are still inhibited though their time is over: no message brings that. */
export const startInhibitionWatch: StartBackground = ({ ports, log, inTransaction, deliver }) => {
  const looking = repeat(lookEveryMs, log, async () => {
    const now = ports.clock.now()
    const until = new Date(now.getTime() - inhibitedTooLongMs)
    deliver(
      await announcedBy(inTransaction, async (tx, announce) => {
        const units = await takeOverdue(tx, until, now)
        if (units.length > 0) await announceUnits(tx, announce, await unitsById(tx, units), now)
      }),
    )
  })
  looking.start()
  return looking
}
