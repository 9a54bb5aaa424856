import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { commandBody, type UnitCommand } from '@vigilux/device-plane/commands.ts'
import {
  type OnlineMessage,
  type RecordMessage,
  type ResponseMessage,
  responseMessage,
  unvalidatedOnline,
  unvalidatedRecord,
} from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { ObservedBroker, UnitEvent } from './observed-broker.ts'

/** A message of the unit as it was read; `value` is null if it is no JSON. */
export type Heard = { at: number; channel: string; value: Record<string, unknown> | null; retain: boolean; qos: number }

/** A record whose time is judged separately. */
export type NumberedRecord = Omit<RecordMessage, 'at'>

/** Milliseconds between two looks at the unit's messages. */
const lookMs = 50

export type SentCommand = { id: string; name: string; attempt: number; exp: string; body: unknown }

/** The unit under test, as its broker and platform see it. */
export const observeUnit = (broker: ObservedBroker, unit: string, type: CentralUnitType) => {
  const heardFrom = (event: UnitEvent): Heard[] => {
    if (event.what !== 'publish') return []
    const { at, retain, qos } = event
    const channel = parseUpTopic(event.topic)?.channel ?? event.topic
    try {
      return [{ at, channel, value: JSON.parse(event.payload.toString()) as Record<string, unknown>, retain, qos }]
    } catch {
      return [{ at, channel, value: null, retain, qos }]
    }
  }
  const heardOn = new Map<string, Heard[]>()
  let readEvents = 0
  /** Each message is read once: twenty looks a second at all of them would leave no time to the units. */
  const readNewEvents = (): void => {
    for (const event of broker.events.slice(readEvents))
      for (const one of heardFrom(event)) {
        const ofChannel = heardOn.get(one.channel)
        if (ofChannel) ofChannel.push(one)
        else heardOn.set(one.channel, [one])
      }
    readEvents = broker.events.length
  }
  const allHeard = (channel: string): readonly Heard[] => {
    readNewEvents()
    return heardOn.get(channel) ?? []
  }
  const heard = (channel: string, since = 0): Heard[] => allHeard(channel).filter(({ at }) => at >= since)

  const parsedBy = <T>(
    channel: string,
    schema: { safeParse(value: unknown): { success: boolean; data?: T } },
  ): ((since?: number) => T[]) => {
    const parsed: { at: number; data: T }[] = []
    let parsedCount = 0
    return (since = 0) => {
      const messages = allHeard(channel)
      for (const { at, value } of messages.slice(parsedCount)) {
        const { success, data } = schema.safeParse(value)
        if (success) parsed.push({ at, data: data as T })
      }
      parsedCount = messages.length
      return parsed.filter(({ at }) => at >= since).map(({ data }) => data)
    }
  }
  const births = parsedBy<Omit<OnlineMessage, 'at'>>('online', unvalidatedOnline)
  const records = parsedBy<NumberedRecord>('record', unvalidatedRecord)
  const responses = parsedBy<ResponseMessage>('response', responseMessage)

  /** The first result with content, or null when the time is over. */
  const waitFor = async <T>(withinMs: number, look: () => T | null | undefined | false): Promise<T | null> => {
    const end = performance.now() + withinMs
    for (;;) {
      const found = look()
      if (found) return found
      if (performance.now() > end) return null
      await pause(lookMs)
    }
  }

  const sentIds = new Set<string>()
  const sendMessage = (message: SentCommand): Promise<void> => {
    sentIds.add(message.id)
    return broker.send(downTopic(unit, 'command'), JSON.stringify(message))
  }

  const send = async (command: UnitCommand, changed: Partial<SentCommand> = {}): Promise<SentCommand> => {
    const message = {
      id: randomUUID(),
      name: command.name,
      attempt: 1,
      exp: new Date(Date.now() + 60_000).toISOString(),
      body: commandBody(type, command),
      ...changed,
    }
    await sendMessage(message)
    return message
  }

  const lastAnswer = (id: string, since = 0): ResponseMessage | undefined =>
    responses(since).findLast((answer) => answer.id === id)
  const hasEnded = ({ state }: ResponseMessage): boolean => state === 'done' || state === 'refused'

  return {
    broker,
    unit,
    type,
    heard,
    births,
    records,
    responses,
    waitFor,
    send,
    sendMessage,
    lastAnswer,
    /** Whether a command with this id was sent to the unit. */
    wasSent: (id: string): boolean => sentIds.has(id),
    /** The final answer to a command, or null. */
    waitForEnd: (id: string, withinMs: number, since = 0) =>
      waitFor(withinMs, () => {
        const answer = lastAnswer(id, since)
        return answer && hasEnded(answer) && answer
      }),
    acknowledge: (life: string, acknowledged: readonly NumberedRecord[]): Promise<void> =>
      broker.send(
        downTopic(unit, 'ack'),
        JSON.stringify({ life, records: acknowledged.map(({ boot, seq }) => [boot, seq]) }),
      ),
    connects: () => broker.events.filter((event) => event.what === 'connect' && event.packet.clientId === unit),
    /** Drops the line, and waits until the unit is back. Returns when it was dropped, or null if it stayed away. */
    async reconnect(withinMs: number): Promise<number | null> {
      const droppedAt = performance.now()
      broker.drop()
      // The broker publishes the will of the broken connection first.
      const back = await waitFor(withinMs, () => births(droppedAt).some(({ online }) => online))
      return back ? droppedAt : null
    },
  }
}
export type ObservedUnit = ReturnType<typeof observeUnit>
