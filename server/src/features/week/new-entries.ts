import { maxVisitDays, previousVisit } from '@vigilux/contract/features/accounts/visit.rules.ts'
import { maxNewEntries, type NewEntries } from '@vigilux/contract/features/week/new-entry.ts'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findVisits } from '../accounts/index.ts'
import { readNewEntries } from '../logbook/index.ts'
import { listWeekPlants } from './week.store.ts'

const dayMs = 86_400_000

/** The newest entries in the plants of a person since the previous visit. */
export const readNewEntriesOf = async (tx: Tx, caller: User, now: Date): Promise<NewEntries> => {
  const plants = new Map((await listWeekPlants(tx, caller, null, now)).map((plant) => [plant.id, plant]))
  const lastVisitAt = previousVisit(await findVisits(tx, caller.userId), now)
  const since = lastVisitAt ?? new Date(now.getTime() - maxVisitDays * dayMs)
  const found = await readNewEntries(tx, [...plants.keys()], { since, now, limit: maxNewEntries })
  return {
    lastVisitAt: lastVisitAt?.toISOString() ?? null,
    entries: found.flatMap(({ plantId, ...entry }) => {
      const plant = plants.get(plantId)
      return plant ? [{ plant: { id: plantId, name: plant.name, timezone: plant.timezone }, ...entry }] : []
    }),
  }
}
