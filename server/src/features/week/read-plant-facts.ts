import type { PlantFacts } from '@vigilux/contract/features/week/week.rules.ts'
import { weekDays } from '@vigilux/contract/features/week/week.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { zoneOrUtc } from '../../kernel/zoned.ts'
import { countNeededBatteries } from '../batteries/index.ts'
import { momentsIn, readDueFacts } from '../compliance/index.ts'
import { countOpenInvitations } from '../members/index.ts'
import { readNextOfPlants } from '../test-calendar/index.ts'
import type { WeekPlant } from './week.store.ts'

const dayMs = 86_400_000

/** Facts of plants in use, read for all of them at once. */
export const readPlantFacts = async (
  tx: Tx,
  caller: User,
  weekPlants: readonly WeekPlant[],
  now: Date,
): Promise<PlantFacts[]> => {
  const momentsByZone = new Map(
    [...new Set(weekPlants.map(({ timezone }) => timezone))].map((zone) => [zone, momentsIn(zoneOrUtc(zone))]),
  )
  const plants = weekPlants.flatMap((plant) => {
    const momentOf = momentsByZone.get(plant.timezone)
    return momentOf ? [{ ...plant, momentOf, today: momentOf(now).day }] : []
  })
  const ids = plants.map(({ id }) => id)
  // A day more than the week: in each zone it ends at another time.
  const until = new Date(now.getTime() + (weekDays + 1) * dayMs)
  const tests = Map.groupBy(await readNextOfPlants(tx, ids, { now, until }), ({ plantId }) => plantId)
  const dueFacts = await readDueFacts(tx, plants, now)
  const batteries = await countNeededBatteries(tx, ids)
  // Programs are not shown people.
  const invitations = await countOpenInvitations(tx, caller.token ? [] : ids, caller.userId, now)
  return plants.map(({ id, name, timezone, role, today, momentOf }) => {
    const { repairs = [], signature = null } = dueFacts.get(id) ?? {}
    const { all = 0, own = 0 } = invitations.get(id) ?? {}
    return {
      plant: { id, name, timezone },
      role,
      today,
      tests: (tests.get(id) ?? []).map(({ kind, at }) => ({ kind, at: momentOf(at), count: 1 })),
      repairs,
      signature,
      batteries: batteries.get(id) ?? 0,
      invitations: roleMay(role, 'members.administer') ? all : own,
    }
  })
}
