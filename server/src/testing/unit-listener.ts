import { randomUUID } from 'node:crypto'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type {
  ReportedLamp,
  ReportedRecord,
  ReportedShadow,
  ReportedState,
} from '@vigilux/device-plane/central-unit-type.ts'
import { commandBody, type UnitCommand } from '@vigilux/device-plane/commands.ts'
import {
  type RecordMessage,
  type ResponseMessage,
  recordMessage,
  responseMessage,
  shadowMessage,
  stateMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { unitTypeOf } from '@vigilux/device-plane/registry.ts'
import { parseUnitId, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { EstateUnit } from '@vigilux/simulator/estate.ts'
import { type Fleet, openFleet } from '@vigilux/simulator/fleet.ts'
import { expect, vi } from 'vitest'
import { openMqttLink } from '../adapters/broker/mqtt-link.ts'
import { openTestBroker, silentLog, testFactoryKey, testPlatformPassword } from './test-broker.ts'

export const typeOf = (unit: string) => unitTypeOf(parseUnitId(unit)!.cuType)!

const describedUnit = (id: string, change: Partial<EstateUnit>): EstateUnit => {
  const { cuType, cuId } = parseUnitId(id)!
  return { type: cuType, serial: cuId, lamps: 20, enrolled: true, boundElsewhere: false, seed: 3, ...change }
}

type Received = { unit: string; channel: string; payload: string }

/**
 * A broker with a client in the platform's place: receives messages of units and sends commands. No server, no
 * database.
 */
export const openUnitListener = async (units: readonly string[]) => {
  const receivedMessages: Received[] = []
  const fleets: Fleet[] = []
  const broker = await openTestBroker([...units])
  const link = openMqttLink({ url: broker.url, username: 'platform', password: testPlatformPassword, log: silentLog })
  link.onMessage(async ({ topic, payload }) => {
    const upTopic = parseUpTopic(topic)
    if (upTopic) receivedMessages.push({ ...upTopic, payload: `${payload}` })
  })
  await link.connect()

  /** Messages on a channel, of one unit or of all. Throws on invalid JSON. */
  const messagesOn = (channel: string, unit?: string): unknown[] =>
    receivedMessages
      .filter((message) => message.channel === channel && (unit === undefined || message.unit === unit))
      .map(({ payload }) => JSON.parse(payload))

  const open = async (id: string, change: Partial<EstateUnit> = {}, memoryFile?: string, speed = 600) => {
    const fleet = openFleet({
      estate: { units: [describedUnit(id, change)] },
      brokerUrl: broker.unitUrl,
      factoryKey: testFactoryKey,
      speed,
      isAlive: false,
      memoryFile,
    })
    fleets.push(fleet)
    const unit = fleet.units.get(id)!
    await vi.waitFor(() => expect(unit.isConnected).toBe(true))
    await vi.waitFor(() => expect(messagesOn('online', id).length).toBeGreaterThan(0))
    // A later message proves the broker's subscription, so commands reach the unit.
    await vi.waitFor(() => expect(messagesOn('shadow', id).length).toBeGreaterThan(0))
    return { fleet, unit }
  }

  const responses = (id: string): ResponseMessage[] =>
    receivedMessages
      .filter(({ channel }) => channel === 'response')
      .flatMap(({ payload }) => {
        try {
          return [responseMessage.parse(JSON.parse(payload))]
        } catch {
          return []
        }
      })
      .filter((response) => response.id === id)

  const publishCommand = async (
    unit: string,
    command: { name: string; body: unknown },
    { id = randomUUID(), attempt = 1, inMs = 60_000 }: { id?: string; attempt?: number; inMs?: number } = {},
  ): Promise<string> => {
    const exp = new Date(Date.now() + inMs).toISOString()
    await link.publish(`v1/${unit}/down/command`, JSON.stringify({ id, attempt, exp, ...command }))
    return id
  }

  const states = (unit: string): ReportedState[] =>
    messagesOn('state', unit).map((content) => typeOf(unit).decodeState(stateMessage.parse(content).body))

  return {
    broker,
    link,
    receivedMessages,
    messagesOn,
    open,
    responses,
    states,
    publishCommand,
    lastResponse: (id: string): ResponseMessage | undefined => responses(id).at(-1),
    send: (unit: string, command: UnitCommand, options = {}): Promise<string> =>
      publishCommand(unit, { name: command.name, body: commandBody(typeOf(unit), command) }, options),
    records: (unit: string): (ReportedRecord & { message: RecordMessage })[] =>
      messagesOn('record', unit).map((content) => {
        const message = recordMessage.parse(content)
        return { ...typeOf(unit).decodeRecord(message.kind, message.body), message }
      }),
    /** The lamps as currently known to the platform. */
    lamps: (unit: string): Map<number, ReportedLamp> => {
      let lamps = new Map<number, ReportedLamp>()
      for (const content of messagesOn('state', unit)) {
        const { body, lampList } = stateMessage.parse(content)
        for (const lamp of typeOf(unit).decodeState(body).lamps) lamps.set(lamp.addr, lamp)
        if (lampList) lamps = new Map([...lamps].filter(([addr]) => lampList.includes(addr)))
      }
      return lamps
    },
    /** The lamp addresses last listed by the unit. */
    lampList: (unit: string): number[] | undefined =>
      messagesOn('state', unit)
        .map((content) => stateMessage.parse(content).lampList)
        .findLast((list) => list !== undefined),
    lampDetails: (unit: string): Map<number, LampDetail> =>
      new Map(
        messagesOn('state', unit).flatMap((content) =>
          (stateMessage.parse(content).lampDetail ?? []).map(({ addr, ...detail }) => [addr, detail] as const),
        ),
      ),
    shadow: (unit: string): ReportedShadow =>
      typeOf(unit).decodeShadow(shadowMessage.parse(messagesOn('shadow', unit).at(-1)).body),
    /** The last reported detail of the unit, in the common form of all types. */
    detail: (unit: string): UnitDetail | undefined =>
      messagesOn('shadow', unit)
        .flatMap((content) => shadowMessage.parse(content).detail ?? [])
        .at(-1),
    /** Forgets all messages of this unit. */
    forget: (unit: string): void => {
      receivedMessages.splice(
        0,
        receivedMessages.length,
        ...receivedMessages.filter((message) => message.unit !== unit),
      )
    },
    close: async (): Promise<void> => {
      await Promise.all(fleets.map((fleet) => fleet.close()))
      await link.close()
      await broker.close()
    },
  }
}
export type UnitListener = Awaited<ReturnType<typeof openUnitListener>>
