import type { overviewActions } from '@vigilux/contract/features/overview/overview.actions.ts'
import { firstBatteryEnds } from '@vigilux/contract/features/overview/power-cut.rules.ts'
import { mergeRecentEvents } from '@vigilux/contract/features/overview/recent-event.rules.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { socketOwnerOf } from '../../kernel/caller.ts'
import type { HandlersOf, PreHandlers } from '../../kernel/handler.ts'
import { recordRecentPlant } from '../accounts/index.ts'
import { listUnitRows, viewUnits } from '../central-units/index.ts'
import { listCommands, toPendingCommand } from '../commands/index.ts'
import { listAutonomyResults, listOpenTestRuns, viewTests } from '../emergency-tests/index.ts'
import { listMembers, toPlantUser } from '../members/index.ts'
import { pictureAddress } from '../pictures/index.ts'
import { findFavourite, findHistoryStart, findPlant } from '../plants/index.ts'
import { listPlants, sumPlants, toSummary } from './overview.store.ts'
import { listLampsOnBattery } from './power-cut.store.ts'
import { listRecentEvents } from './recent-events.store.ts'
import { searchEverything } from './search.store.ts'
import { findStats } from './stats.store.ts'

/** Maximum named first-ending lamps. */
const maxNamedPlants = 5

/** Another node may hold the socket; it may answer late or be gone. */
export const overviewPreHandlers: PreHandlers = {
  leavePlant: async ({ input, caller, ports, fail }) => {
    if (!(await ports.watchers.leave(input.socketId, socketOwnerOf(caller)))) fail('NOT_FOUND')
  },
  // Subscribe before reading, so changes during the read reach the socket.
  getPlantDetails: async ({ input: { plantId, socketId }, caller, endsAt, ports, fail }) => {
    if (socketId && !(await ports.watchers.watch(socketId, socketOwnerOf(caller), { plantId, until: endsAt })))
      fail('NOT_FOUND')
  },
}

export const overviewHandlers: HandlersOf<typeof overviewActions> = {
  getAllPlants: async ({ work, input, caller }) => {
    const { page, pageSize } = input
    const span = { offset: (page - 1) * pageSize, limit: pageSize, now: work.now }
    const plants = await listPlants(work.tx, caller, input, span)
    return { plants, ...(await sumPlants(work.tx, caller, input, span.now)) }
  },
  findAnything: ({ work, input, caller }) => searchEverything(work.tx, { caller, now: work.now, ...input }),
  leavePlant: async () => ({}),
  getPowerCut: async ({ work, input }) => {
    const onBattery = await listLampsOnBattery(work.tx, input.plantId)
    if (onBattery.length === 0) return { since: null, lamps: 0, first: [] }
    const keyOf = ({ cu, serial }: { cu: string; serial: string }) => `${cu} ${serial}`
    const measured = new Map(
      (await listAutonomyResults(work.tx, input.plantId)).map((one) => [keyOf(one), one.measured_s] as const),
    )
    const lamps = onBattery.map((lamp) => ({
      ...lamp,
      description: lamp.description ?? '',
      location: lamp.location ?? '',
      measuredS: measured.get(keyOf(lamp)) ?? null,
    }))
    return {
      since: new Date(Math.min(...lamps.map(({ since }) => since.getTime()))).toISOString(),
      lamps: lamps.length,
      first: firstBatteryEnds(lamps, maxNamedPlants).map(
        ({ since, lastsS, measuredS, endsAt, cu, id, description, location }) => ({
          cu,
          id,
          description,
          location,
          since: since.toISOString(),
          lasts_s: lastsS,
          measured: measuredS !== null,
          ends_at: endsAt?.toISOString() ?? null,
        }),
      ),
    }
  },
  getRecentEvents: async ({ work, input: { plantId }, caller, role }) => {
    const since = await findHistoryStart(work.tx, plantId, work.now)
    // The audit is closed to programs.
    const withChanges = roleMay(role, 'audit.view') && !caller.token
    return { events: mergeRecentEvents(await listRecentEvents(work.tx, plantId, { since, withChanges })) }
  },
  getPlantDetails: async ({ work, input, caller, role, deferWrite }) => {
    const { plantId, socketId } = input
    if (socketId && !caller.token) deferWrite(({ tx }) => recordRecentPlant(tx, caller.userId, plantId))
    const now = work.now
    const plant = await findPlant(work.tx, plantId)
    // Programs are not shown the accounts of people.
    const members = caller.token ? [] : await listMembers(work.tx, plantId, now)
    return {
      plant: {
        ...toSummary(
          plant,
          { role, favourite: await findFavourite(work.tx, caller.userId, plantId) },
          await findStats(work.tx, plantId),
          now,
        ),
        plant_users: members.map((member) => toPlantUser(member, { userId: caller.userId, role })),
        owner: plant.owner,
        logo: await pictureAddress(work.tx, { plantId }),
        notifications: plant.notifications,
        version: plant.version,
      },
      units: await viewUnits(work, await listUnitRows(work.tx, [plantId])),
      commands: (await listCommands(work.tx, plantId, now)).map(toPendingCommand),
      tests: await viewTests(work.tx, await listOpenTestRuns(work.tx, plantId)),
      servedAt: now.toISOString(),
    }
  },
}
