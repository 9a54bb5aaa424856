import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { type FuzzUnit, idOf } from './estate.ts'
import type { Names } from './names.ts'
import type { UnitInput } from './unit-inputs.ts'

export type UnitCounts = { sent: number; taken: number; closed: number; logins: number; refusedLogins: number }

/** The broker throttles or disconnects a client whose message is not accepted after this time. */
const maxWaitMs = 3_000
const answers = ['accepted', 'progress', 'done', 'failed', 'nonsense'] as const

type Unit = FuzzUnit & { client: MqttClient; life: string; seq: number; commands: string[] }

const noop = () => undefined

/** The units of one lane. They answer commands, except the release from their plant. */
export const openUnitLane = (mqttUrl: string, units: readonly FuzzUnit[], names: Names, counts: UnitCounts) => {
  const speaking = new Map<string, Unit>()

  const answer = (unit: Unit, command: { id?: string; name?: string }) => {
    if (!command.id) return
    unit.commands = [...unit.commands, command.id].slice(-20)
    const isKept = command.name === 'deEnrol'
    const state = isKept ? 'failed' : answers[(unit.seq + command.id.length) % answers.length]
    const text = JSON.stringify({ life: unit.life, id: command.id, state, ...(isKept && { code: 'NOT_ENROLLED' }) })
    unit.client.publish(upTopic(idOf(unit), 'response'), text, { qos: 1 }, noop)
  }

  const connect = async (unit: FuzzUnit): Promise<Unit> => {
    const id = idOf(unit)
    const client = mqtt.connect(mqttUrl, {
      clientId: id,
      username: id,
      password: unitPassword(testFactoryKey, id),
      reconnectPeriod: 0,
      connectTimeout: 5_000,
      clean: true,
    })
    client.on('error', noop)
    const connectedUnit: Unit = { ...unit, client, life: `f0${id.length}`.padEnd(16, '0'), seq: 0, commands: [] }
    client.on('message', (_topic, payload) => {
      try {
        answer(connectedUnit, JSON.parse(String(payload)) as { id?: string })
      } catch {
        // A message published by the unit on its own topic, and received back.
      }
    })
    await new Promise<void>((resolve) => {
      client.once('connect', () => resolve())
      client.once('close', () => resolve())
    })
    counts.logins++
    client.once('close', () => counts.closed++)
    client.subscribe(`v1/${id}/down/+`, { qos: 1 }, noop)
    return connectedUnit
  }

  const unitOf = async ({ cuType, unit, isValid }: UnitInput): Promise<Unit | null> => {
    const ableUnits = units.filter((one) => one.cuType === cuType && one.isValid === isValid)
    const wantedUnit = ableUnits[unit % Math.max(1, ableUnits.length)]
    if (!wantedUnit) return null
    const knownUnit = speaking.get(idOf(wantedUnit))
    if (knownUnit?.client.connected) return knownUnit
    knownUnit?.client.end(true)
    const connected = await connect(wantedUnit)
    // Continues its numbers: a message with an older number changes nothing.
    connected.seq = knownUnit?.seq ?? 0
    speaking.set(idOf(wantedUnit), connected)
    return connected
  }

  const publish = (
    client: MqttClient,
    topic: string,
    payload: string | Buffer,
    options: { qos: 0 | 1; retain: boolean },
  ) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timeout)
        client.off('close', done)
        resolve()
      }
      const timeout = setTimeout(done, maxWaitMs)
      client.once('close', done)
      client.publish(topic, payload, options, (error) => {
        if (!error) counts.taken++
        done()
      })
    })

  return {
    async send(input: UnitInput): Promise<void> {
      const unit = await unitOf(input)
      if (!unit) return
      counts.sent++
      const id = idOf(unit)
      const special = {
        self: id,
        life: unit.life,
        seq: String(++unit.seq),
        now: new Date().toISOString(),
        command: unit.commands.at(-1) ?? '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a',
      }
      const fillNames = (text: string) => names.resolve(text, { tenant: unit.tenant, at: input.unit }, special)
      const topic = fillNames(input.topic.includes('/') ? input.topic : `v1/${id}/up/${input.topic}`)
      const payload = input.bytes ? Buffer.from(input.bytes) : fillNames(input.text)
      await publish(unit.client, topic, payload, { qos: input.qos, retain: input.retain })
    },
    /** Tries to log in as another unit. */
    async logIn(username: string, password: string): Promise<void> {
      const client = mqtt.connect(mqttUrl, {
        clientId: username,
        username,
        password,
        reconnectPeriod: 0,
        connectTimeout: 5_000,
      })
      client.on('error', noop)
      const isIn = await new Promise<boolean>((resolve) => {
        client.once('connect', () => resolve(true))
        client.once('close', () => resolve(false))
      })
      if (!isIn) counts.refusedLogins++
      client.end(true)
    },
    close: () => Promise.all([...speaking.values()].map(({ client }) => client.endAsync(true))),
  }
}
