import { randomUUID } from 'node:crypto'
import type { Wheel } from '@vigilux/simulator/core/wheel.ts'
import { sql } from 'drizzle-orm'
import { insertPastTests } from '../features/emergency-tests/index.ts'
import { insertLamps, lampDetailFixture } from './lamp-fixtures.ts'
import { SimulatedUnit } from './simulated-unit.ts'
import type { TestServer } from './test-server.ts'

const life = 'a11fea11fea11fe0'
const hourMs = 3_600_000

type Group = 'even' | 'odd' | null
/** A unit: its lamps, their last discharge, and the group and room of each, set by hand. */
export type Planned = {
  type: string
  cuId: string
  lamps: number
  last: string
  parity: (addr: number) => Group
  room: (addr: number) => number | null
}
/** A lamp as seen by a person in the rooms. */
export type MountedLamp = { unit: SimulatedUnit; topic: string; addr: number; parity: Group; room: number | null }

export const lampOf = ({ unit, addr }: MountedLamp) => {
  const lamp = unit.list.at(addr)
  if (!lamp) throw new Error(`there is no lamp ${addr}`)
  return lamp
}

/** Discharges of the lamps before they came to the platform. */
const insertPast = async (
  server: TestServer,
  plantId: string,
  unit: string,
  lamps: readonly { addr: number; serial: string }[],
  at: Date,
) => {
  const { rows } = await server.database.db.execute<{ id: string }>(
    sql`select id from central_unit where unit = ${unit}`,
  )
  const test = { id: randomUUID(), plantId, centralUnitId: rows[0]?.id ?? '', unit, kind: 'autonomy' as const }
  const times = { requestedAt: at, startedAt: at, endedAt: new Date(at.getTime() + hourMs) }
  const resultDefaults = { testId: test.id, description: '', location: '', result: 'passed' as const, reason: null, at }
  await server.inTransaction((work) =>
    insertPastTests(
      work,
      [{ ...test, ...times, trigger: 'user', state: 'finished', lamps: lamps.map(({ addr }) => addr), ratedMin: 60 }],
      lamps.map(({ addr, serial }) => ({ ...resultDefaults, lamp: addr, serial, measuredS: 3600, ratedMin: 60 })),
    ),
  )
}

/**
 * A plant with simulated units with batteries and dates; connected ones exchange messages with the platform on
 * `converse`.
 */
export const openSimulatedPlant = async (server: TestServer, wheel: Wheel, estate: readonly Planned[]) => {
  const units = new Map<string, SimulatedUnit>()
  const mountedLamps: MountedLamp[] = []
  const awayUnits = new Set<string>()
  let connection = 0
  const installer = await server.create.user()
  const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  const { db } = server.database
  await db.execute(sql`update plant set pro_expiry = '2030-01-01'`)

  const sendMessage = (topic: string, channel: string, message: object) =>
    server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
  /** Connects or disconnects a unit, which retains its messages. */
  const connect = async (topic: string, online: boolean) => {
    if (online) awayUnits.delete(topic)
    else awayUnits.add(topic)
    await sendMessage(topic, 'online', { boot: 1, connection: ++connection, online })
  }

  const rooms = new Map<number, string>()
  const roomOf = async (n: number) => {
    const id = rooms.get(n) ?? randomUUID()
    if (!rooms.has(n))
      await db.execute(
        sql`insert into room (id, plant_id, level, name) values (${id}, ${plantId}, 'room', ${`Room ${n}`})`,
      )
    rooms.set(n, id)
    return id
  }
  for (const [at, { type, cuId, lamps, last, parity, room }] of estate.entries()) {
    const unit = new SimulatedUnit(wheel, { type, lamps, seed: 11 + at })
    const topic = await server.create.unit(plantId, type, cuId)
    units.set(topic, unit)
    // Barely sufficient: with less than a day of charge they fail.
    for (const lamp of unit.list.known) lamp.capacity = 1.01
    await connect(topic, true)
    const unitLamps = unit.list.known.map(({ addr, serial, ratedMin }) => ({
      addr,
      serial,
      ratedMin,
      parity: parity(addr),
    }))
    await insertLamps(server, plantId, unitLamps, topic)
    await insertPast(server, plantId, topic, unitLamps, new Date(last))
    for (const { addr, serial, parity: group } of unitLamps) {
      const n = room(addr)
      mountedLamps.push({ unit, topic, addr, parity: group, room: n })
      if (n !== null)
        await db.execute(sql`
          insert into room_lamp (central_unit_id, serial, room_id)
          select id, ${serial}, ${await roomOf(n)}::uuid from central_unit where unit = ${topic}`)
    }
  }

  /** Ingests a unit's new messages; returns whether there were any. */
  const listen = async (topic: string, unit: SimulatedUnit): Promise<boolean> => {
    if (awayUnits.has(topic)) return false
    const messages = unit.take()
    await Promise.all(messages.map(({ channel, message }) => sendMessage(topic, channel, message)))
    if (!unit.isChanged) return messages.length > 0
    unit.isChanged = false
    const [functional, autonomy] = [unit.schedules.detailOf('functional'), unit.schedules.detailOf('autonomy')]
    await lampDetailFixture(server, topic, { functional, autonomy })
    await server.database.db.execute(
      sql`update central_unit set shadow_at = ${new Date().toISOString()} where unit = ${topic}`,
    )
    return true
  }

  /** Delivers the platform's commands to the units; returns whether there were any. */
  const answerCommands = (): boolean => {
    const commands = server.published
      .splice(0)
      .map(({ topic, payload }) => ({ payload, to: topic.split('/') }))
      .filter(({ to: [, , , channel] }) => channel === 'command')
    for (const {
      payload,
      to: [, topic = ''],
    } of commands) {
      if (awayUnits.has(topic)) throw new Error(`${topic} is away, and was told something`)
      units.get(topic)?.obey(payload)
    }
    return commands.length > 0
  }

  /** Exchanges messages until both sides have none left. */
  const converse = async (): Promise<void> => {
    for (let isQuiet = false; !isQuiet; ) {
      isQuiet = true
      for (const [topic, unit] of units) if (await listen(topic, unit)) isQuiet = false
      await server.sender.turn()
      if (answerCommands()) isQuiet = false
    }
  }

  return { plantId, client: server.as(installer), units, mountedLamps, connect, converse }
}

/** Neighbours among the lamps, as judged by a person who has seen the rooms. */
export const listNeighbours = (mountedLamps: readonly MountedLamp[]): [MountedLamp, MountedLamp][] => {
  const isLit = (room: number) =>
    (['even', 'odd'] as const).every((group) => mountedLamps.some((one) => one.room === room && one.parity === group))
  const areBeside = (a: MountedLamp, b: MountedLamp): boolean => {
    // A lamp without a room could be anywhere: it counts as neighbour of any lamp of the other group.
    if (a.room === null || b.room === null) return a.topic === b.topic && a.parity !== b.parity
    // In a room with both groups, one group lights while the other is tested.
    return a.room === b.room && (!isLit(a.room) || a.parity === null || a.parity !== b.parity)
  }
  return mountedLamps.flatMap((a, n) =>
    mountedLamps.slice(n + 1).flatMap((b): [MountedLamp, MountedLamp][] => (areBeside(a, b) ? [[a, b]] : [])),
  )
}
