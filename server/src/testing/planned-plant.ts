import { randomUUID } from 'node:crypto'
import type { PlannedTest } from '@vigilux/contract/features/planner/test-plan.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { sql } from 'drizzle-orm'
import { addMember } from '../features/members/index.ts'
import type { User } from '../kernel/caller.ts'
import { lampDetailFixture } from './lamp-fixtures.ts'
import { openPlantWithUnit } from './plant-with-unit.ts'

/** Start of the year plans in tests. */
export const begin = new Date('2026-03-02T09:00:00Z')
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
export const topic = 'logica_0A1B2C'

/** The tests of a plan of one kind. */
export const ofKind = (tests: readonly PlannedTest[], kind: string) => tests.filter((one) => one.kind === kind)

/** A plant with one unit of four lamps in two rooms, and a year of tests from the proposal to its end. */
export const openPlannedPlant = async () => {
  const rooms = [randomUUID(), randomUUID()]
  const plant = await openPlantWithUnit()
  const members = new Map<PlantRole, User>()
  let connections = 0
  const { db } = plant.server.database
  for (const [n, id] of rooms.entries())
    await db.execute(
      sql`insert into room (id, plant_id, level, name) values (${id}, ${plant.plantId}, 'room', ${`Room ${n}`})`,
    )

  const at = (time: Date | string | number) => {
    plant.server.clock.time = new Date(time)
  }
  const connect = (online: boolean) => plant.sendMessage('online', { boot: 1, connection: ++connections, online })
  const readPlan = () => plant.client.call('getTestPlan', { plantId: plant.plantId })
  const propose = async () => (await plant.client.call('proposePlan', { plantId: plant.plantId })).planId
  const accept = async (planId: string) => plant.client.call('acceptPlan', { plantId: plant.plantId, planId })
  const readPlanInForce = async () => {
    const { accepted } = await readPlan()
    if (!accepted) throw new Error('no plan is in force')
    return accepted
  }
  const runPlanTasks = () => plant.server.runPlanTasks()
  const acceptProposal = async () => {
    const planId = await propose()
    await accept(planId)
    return planId
  }
  /** The commands sent to the unit so far, by name. */
  const readCommands = async () => {
    const { rows } = await plant.server.database.db.execute<{
      name: string
      command: { set?: string; period?: string }
    }>(sql`select name, command from unit_command order by requested_at, name`)
    return rows
  }
  /** The unit's report after it has executed the commands. */
  const reportDates = async () => {
    const commands = await readCommands()
    const reportedDate = (kind: string) => ({
      next: commands.findLast(({ name }) => name === `setDateTime${kind}`)?.command.set ?? null,
      period: (commands.findLast(({ name }) => name === `setPeriod${kind}`)?.command.period ?? null) as
        | '4w'
        | '12m'
        | null,
      deferred: false,
    })
    await lampDetailFixture(plant.server, topic, {
      functional: reportedDate('Funzionale'),
      autonomy: reportedDate('Autonomia'),
    })
  }
  const applyPlan = async () => {
    await runPlanTasks()
    await plant.obey()
    await reportDates()
    at(plant.server.clock.time.getTime() + 20_000)
    await runPlanTasks()
  }
  const memberWith = async (role: PlantRole): Promise<User> => {
    const member = members.get(role)
    if (member) return member
    const user = await plant.server.create.user()
    members.set(role, user)
    await addMember(plant.server.database.db, {
      plantId: plant.plantId,
      userId: user.userId,
      role,
      invitedBy: null,
      since: begin,
    })
    return user
  }
  /** Restores the initial state: no plan, and every lamp in its place. */
  const reset = async (): Promise<void> => {
    const { db } = plant.server.database
    for (const table of [
      'plan_unit',
      'planned_test',
      'test_plan',
      'plan_settings',
      'held_test',
      'test_result',
      'test_run',
      'operation_step',
      'unit_hold',
      'operation',
      'unit_command',
      'room_lamp',
      'unit_record',
    ])
      await db.execute(sql`delete from ${sql.identifier(table)}`)
    await db.execute(sql`delete from lamp where addr > 4`)
    await db.execute(sql`
      insert into lamp (central_unit_id, addr, serial, type, errors, condition, condition_since, groups, boot, seq, reported_at)
      select central_unit_id, 4, 'A1B2C4', type, errors, condition, condition_since, groups, boot, seq, reported_at from lamp
      where addr = 1 on conflict do nothing`)
    await db.execute(
      sql`update lamp set parity = case when addr % 2 = 0 then 'even' else 'odd' end, rated_min = 60, serial = 'A1B2C' || addr`,
    )
    await db.execute(sql`
      insert into room_lamp (central_unit_id, serial, room_id)
      select central_unit_id, serial, case when addr < 3 then ${rooms[0]}::uuid else ${rooms[1]}::uuid end from lamp`)
    await lampDetailFixture(plant.server, topic, {})
    at(begin)
    await connect(true)
  }
  /** The first test started by the platform. */
  const firstKept = async () => {
    const [test] = ofKind((await readPlanInForce()).tests, 'autonomy').filter(({ by }) => by === 'platform')
    if (!test) throw new Error('the platform starts none')
    return test
  }
  return {
    ...plant,
    rooms,
    reset,
    at,
    connect,
    readPlan,
    propose,
    accept,
    readPlanInForce,
    runPlanTasks,
    acceptProposal,
    readCommands,
    reportDates,
    applyPlan,
    firstKept,
    memberWith,
  }
}
