import { randomUUID } from 'node:crypto'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt, { type IClientOptions } from 'mqtt'

/** Reading ends when the broker has delivered nothing for this many milliseconds. */
const quietMs = 1_000

export type RetainedMessage = { topic: string; payload: Buffer }

/**
 * Reads the retained births of the connected units. A shared subscription receives no retained messages when it starts,
 * so a separate connection reads them, and closes afterwards.
 * @returns how many there were
 */
export const readRetainedBirths = async (
  url: string,
  options: Pick<IClientOptions, 'username' | 'password' | 'connectTimeout' | 'ca' | 'cert' | 'key'>,
  handle: (message: RetainedMessage) => void,
): Promise<number> => {
  const client = await mqtt.connectAsync(url, {
    ...options,
    clientId: `${options.username}-births-${randomUUID()}`,
    clean: true,
    reconnectPeriod: 0,
  })
  const quietPeriod = Promise.withResolvers<void>()
  let count = 0
  const timer = setTimeout(() => quietPeriod.resolve(), quietMs)
  client.on('message', (topic, payload, { retain }) => {
    // The shared subscription receives births occurring meanwhile.
    if (!retain) return
    count++
    timer.refresh()
    handle({ topic, payload })
  })
  client.on('close', quietPeriod.resolve)
  client.on('error', () => quietPeriod.resolve())
  try {
    await client.subscribeAsync(upTopic('+', 'online'), { qos: 0 })
    await quietPeriod.promise
    return count
  } finally {
    clearTimeout(timer)
    await client.endAsync(true)
  }
}
