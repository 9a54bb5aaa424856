import type { EventData, EventName } from '@vigilux/contract/events.ts'
import { type Announcement, collectAnnouncements } from '../../kernel/announce.ts'
import type { Log } from '../../kernel/log.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { memberIds } from '../members/index.ts'
import { allPlantIds, computeFigures, saveFigures } from './figures.store.ts'

/** What changes the figures of a plant. */
const moving: readonly EventName[] = [
  'savePlant',
  'saveCu',
  'removeCu',
  // A unit is announced anew when the figures of its lamps change; the lamps themselves change much more often.
  'shadow',
  'ftest',
]

export type FigureParts = {
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  deliver(announcements: Announcement[]): void
  now(): Date
  log: Log
}

/** Shortest time between two workings-out; a burst of reports costs one. */
const pauseMs = 200
const plantsPerTurn = 50

/**
 * Keeps the figures of plants up to date from what is announced: many announcements of a plant in a short time cost one
 * working-out. After a start everything is worked out once, since what was announced before may have been missed.
 */
export const createFigureKeeper = (parts: FigureParts) => {
  const dirty = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let stopped = false

  const refresh = async (plantIds: string[]): Promise<void> => {
    const { announce, collected } = collectAnnouncements()
    await parts.inTransaction(async (tx) => {
      collected.length = 0
      const figures = await computeFigures(tx, plantIds)
      const changed = await saveFigures(tx, figures, parts.now())
      const members = await memberIds(tx, changed)
      for (const plantId of changed) {
        const one = figures.get(plantId)
        if (!one) continue
        const audience = { plant: plantId, home: members.get(plantId) ?? [] }
        announce(audience, 'plantCounts', { plant_id: plantId, ...one })
      }
    })
    parts.deliver(collected)
  }

  const turn = async (): Promise<void> => {
    const plantIds = [...dirty].slice(0, plantsPerTurn)
    for (const id of plantIds) dirty.delete(id)
    try {
      await refresh(plantIds)
    } catch (error) {
      for (const id of plantIds) dirty.add(id)
      parts.log.error({ error }, 'figures not kept; they are worked out again')
    }
  }

  const schedule = () => {
    if (timer || stopped || dirty.size === 0) return
    timer = setTimeout(() => {
      running = turn().finally(() => {
        timer = null
        running = null
        schedule()
      })
    }, pauseMs)
  }

  /** How units were connected when they last were heard: a keepalive that says the same moves nothing. */
  const connected = new Map<string, boolean>()
  const isMove = ({ event, data }: Announcement): boolean => {
    if (event !== 'keepalive') return moving.includes(event)
    const { cu_type, cu_id, cu_connected } = data as EventData<'keepalive'>
    const unit = `${cu_type}_${cu_id}`
    const moved = connected.get(unit) !== cu_connected
    connected.set(unit, cu_connected)
    return moved
  }

  return {
    heed(announcements: readonly Announcement[]): void {
      for (const announcement of announcements) {
        const { audience } = announcement
        if ('plant' in audience && isMove(announcement)) dirty.add(audience.plant)
      }
      schedule()
    },
    async start(): Promise<void> {
      for (const id of await parts.inTransaction((tx) => allPlantIds(tx))) dirty.add(id)
      schedule()
    },
    async stop(): Promise<void> {
      stopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
