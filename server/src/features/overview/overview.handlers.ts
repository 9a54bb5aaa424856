import type { overviewActions } from '@vigilux/contract/features/overview/overview.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { rememberPlant } from '../accounts/index.ts'
import { listUnitRows, viewUnits } from '../central-units/index.ts'
import { listCommands, toPendingCommand } from '../commands/index.ts'
import { openTests, viewTests } from '../emergency-tests/index.ts'
import { listMembers, toPlantUser } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { findFigures } from './figures.store.ts'
import { listPlants, sumPlants, toSummary } from './overview.store.ts'

export const overviewHandlers: HandlersOf<typeof overviewActions> = {
  getAllPlants: async ({ input, caller, tx, ports }) => {
    const { page, pageSize } = input
    const filter = { ...input, condition: input.condition }
    const span = { offset: (page - 1) * pageSize, limit: pageSize, now: ports.clock.now() }
    const plants = await listPlants(tx, caller, filter, span)
    const { counts, totals } = await sumPlants(tx, caller, filter)
    return { plants, total: filter.condition ? counts[filter.condition] : totals.plants, totals, conditions: counts }
  },
  leavePlant: async ({ input, caller, ports, fail }) =>
    (await ports.watchers.leave(input.socketId, caller.userId)) ? {} : fail('NOT_FOUND'),
  getPlantDetails: async ({ input, caller, role, tx, afterwards, ports, fail }) => {
    const { plantId, socketId } = input
    // Before the read: what changes while it runs is told to the socket already.
    if (socketId && !(await ports.watchers.watch(socketId, caller.userId, plantId))) return fail('NOT_FOUND')
    if (socketId) afterwards((later) => rememberPlant(later, caller.userId, plantId))
    const now = ports.clock.now()
    const plant = await findPlant(tx, plantId)
    const members = await listMembers(tx, plantId)
    return {
      plant: {
        ...toSummary(plant, role, await findFigures(tx, plantId), now),
        plant_users: members.map((member) => toPlantUser(member, { userId: caller.userId, role })),
        owner: plant.owner,
        logo: plant.logo,
        notifications: plant.notifications,
        version: plant.version,
      },
      units: await viewUnits(tx, await listUnitRows(tx, [plantId]), now),
      commands: (await listCommands(tx, plantId, now)).map(toPendingCommand),
      tests: await viewTests(tx, await openTests(tx, plantId)),
      servedAt: now.toISOString(),
    }
  },
}
