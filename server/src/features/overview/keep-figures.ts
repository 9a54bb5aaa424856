import type { StartBackground } from '../../kernel/background.ts'
import type { Log } from '../../kernel/log.ts'
import type { InTransaction } from '../../kernel/work.ts'
import { unitsChanged } from '../central-units/index.ts'
import { testsChanged } from '../emergency-tests/index.ts'
import { memberIds, officeIds } from '../members/index.ts'
import { plantsChanged } from '../plants/index.ts'
import { computeFigures, saveFigures, takeDuePlants } from './figures.store.ts'

export type FigureParts = {
  inTransaction: InTransaction
  log: Log
}

/** Shortest time between two workings-out; a burst of reports costs one. */
const pauseMs = 200
/** What another node has marked and not worked off, because it is gone, is found after this time. */
const idleMs = 2_000

/**
 * Keeps the figures of plants up to date: what changes them marks the plant as due in the same transaction, and one of
 * the nodes works the plant out anew. Many changes in a short time cost one working-out.
 */
export const createFigureKeeper = (parts: FigureParts) => {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let woken = false
  let stopped = false

  const turn = async (): Promise<void> => {
    await parts.inTransaction(async (work) => {
      const { tx, now } = work
      const figures = await computeFigures(tx, await takeDuePlants(tx), now)
      const saved = await saveFigures(tx, figures, now)
      const changed = [...saved.keys()]
      const members = await memberIds(tx, changed, now)
      // Their lists hold plants that they are no members of.
      const office = await officeIds(tx, changed)
      for (const [plantId, one] of saved) {
        const audience = {
          plant: plantId,
          home: [...new Set([...(members.get(plantId) ?? []), ...(office.get(plantId) ?? [])])],
        }
        work.broadcast(audience, 'plantCounts', { plant_id: plantId, ...one })
      }
    })
  }

  const plan = (waitMs: number): void => {
    if (stopped) return
    timer = setTimeout(() => {
      timer = null
      woken = false
      running = turn()
        .catch((error: unknown) => parts.log.error({ err: error }, 'figures not kept; they are worked out again'))
        .finally(() => {
          running = null
          plan(woken ? pauseMs : idleMs)
        })
    }, waitMs)
  }

  return {
    turn,
    start: () => plan(0),
    /** Something was committed that may have marked plants. */
    wake(): void {
      if (woken || stopped) return
      woken = true
      if (!timer) return
      clearTimeout(timer)
      plan(pauseMs)
    },
    async stop(): Promise<void> {
      stopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}

/** What may have marked plants. Figures that nobody was notified of are found when the keeper looks by itself. */
export const causes = [unitsChanged, testsChanged, plantsChanged]

/** Keeps the figures for as long as the server runs. */
export const startFigureKeeper: StartBackground = ({ inTransaction, log, events }) => {
  const keeper = createFigureKeeper({ inTransaction, log })
  for (const cause of causes) events.subscribe(cause, keeper.wake)
  keeper.start()
  return keeper
}
