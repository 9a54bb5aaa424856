import { seesDuty } from '@vigilux/contract/features/week/week.rules.ts'
import { type DoneDuty, maxListedDone, weekDays } from '@vigilux/contract/features/week/week.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn, zoneOrUtc } from '../../kernel/zoned.ts'
import { type DoneEntry, listDoneSince } from '../logbook/index.ts'
import type { WeekPlant } from './week.store.ts'

const dayMs = 86_400_000
/** Maximum entries combined by day. */
const maxEntries = 500

const kindOf = { testEnded: 'test', remedy: 'repair', signature: 'signature' } as const satisfies Record<
  DoneEntry['kind'],
  DoneDuty['kind']
>

/** Finished duties of these plants in the last days, one item per plant, day and kind. */
export const readWeekDone = async (tx: Tx, plants: readonly WeekPlant[], now: Date): Promise<DoneDuty[]> => {
  if (plants.length === 0) return []
  const byId = new Map(plants.map((plant) => [plant.id, plant]))
  const since = new Date(now.getTime() - weekDays * dayMs)
  const entries = await listDoneSince(tx, [...byId.keys()], { since, at: now, limit: maxEntries })
  const done = new Map<string, DoneDuty>()
  for (const { plantId, kind: entryKind, at, test, month } of entries) {
    const plant = byId.get(plantId)
    const kind = kindOf[entryKind]
    if (!plant || !seesDuty(plant.role, kind)) continue
    const day = dayIn(at, zoneOrUtc(plant.timezone))
    const key = [plantId, kind, day, test, month].join(' ')
    const { id, name, timezone } = plant
    const found = done.get(key) ?? { kind, plant: { id, name, timezone }, day, count: 0, test, month }
    done.set(key, { ...found, count: found.count + 1 })
  }
  return [...done.values()].slice(0, maxListedDone)
}
