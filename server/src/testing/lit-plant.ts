import { randomUUID } from 'node:crypto'
import type { SceneActivation, SceneDraft } from '@vigilux/contract/features/scenes/scene.ts'
import type { User } from '../kernel/caller.ts'
import { insertLamps } from './lamp-fixtures.ts'
import type { TestServer } from './test-server.ts'

const life = 'a11fea11fea11fe0'
const shadow = { v: ['2.4', '5.12', '1.3', null], c: ['LGC-128-EU', 'VLX4128'], tz: 60, cfg: 40, net: [2, 38, 40] }
let serials = 0xf3_00_00

/** A daily activation of a scene, at a time of the plant's clock. */
export const daily = (at: string): SceneActivation => ({
  mode: 'calendar',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  period: null,
  skipHolidays: false,
  time: { kind: 'exact', at },
})

/**
 * A plant in the zone of Greenwich, with two units whose lamps in group 1 follow levels, and the messages of both
 * directions.
 */
export const openLitPlant = async (server: TestServer, staff: User, owner: User) => {
  const plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
  const seqs = new Map<string, number>()
  const send = (unit: string, channel: string, message: object) => {
    const seq = (seqs.get(unit) ?? 0) + 1
    seqs.set(unit, seq)
    const all = { life, boot: 1, seq, at: server.clock.now().toISOString(), ...message }
    return server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify(all)))
  }
  const connect = (unit: string, online = true, connection = 0) => send(unit, 'online', { connection, online })
  const createUnit = async () => {
    const unit = await server.create.unit(plantId, 'logica', (serials++).toString(16).toUpperCase())
    await insertLamps(server, plantId, [{ addr: 1, serial: `${unit}1`, groups: [1], type: 'lighting' }], unit)
    await connect(unit)
    return unit
  }
  const collection = async (name: string, topic: string, groups = [1]) =>
    (await server.as(staff).call('saveCollection', { plantId, collection: { name, topic, groups } })).collection.id
  const [first, second] = [await createUnit(), await createUnit()]
  const [hallCollection, yardCollection] = [await collection('Hall', first), await collection('Yard', second)]
  return {
    plantId,
    first,
    second,
    hallCollection,
    yardCollection,
    send,
    connect,
    collection,
    /** The unit reports the version of its list of scenes. */
    reportScenes: (unit: string, version: number | null) =>
      send(unit, 'shadow', {
        body: shadow,
        detail: {
          inputs: [1, 2, 3, 4].map((number) => ({ number, on: false })),
          scenes: version === null ? null : { version, until: '2026-04-11T09:00:00.000Z' },
        },
      }),
    save: async (name: string, changes: Partial<SceneDraft> = {}) => {
      const draft = { name, ramp: false, enabled: true, activation: { mode: 'manual' } as const }
      const scene = { ...draft, collections: [{ id: hallCollection, level: 20 }], ...changes }
      return (await server.as(staff).call('saveScene', { plantId, scene })).scene
    },
    activate: (sceneId: string, key: string = randomUUID()) =>
      server.as(staff).call('activateScene', { plantId, sceneId }, key),
    runs: async () => (await server.as(owner).call('getSceneRuns', { plantId, page: 1 })).runs,
    /** Commands of this name sent to units, in order. */
    readCommands: async (name = 'setLevels') => {
      await server.sender.turn()
      return server.published.flatMap(({ topic, payload }) => {
        const {
          name: commandName,
          body,
          id,
        } = payload as { name?: string; body?: Record<string, unknown>; id?: string }
        const unit = topic.split('/')[1] ?? ''
        return commandName === name && [first, second].includes(unit) ? [{ unit, body: body ?? {}, id: id ?? '' }] : []
      })
    },
    answer: (unit: string, id: string, state: 'done' | 'refused', code?: string) =>
      send(unit, 'response', { id, state, ...(code && { code }) }),
  }
}
export type LitPlant = Awaited<ReturnType<typeof openLitPlant>>
