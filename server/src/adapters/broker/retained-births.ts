import { randomUUID } from 'node:crypto'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt, { type IClientOptions } from 'mqtt'

/** The broker counts as done when it has handed out nothing more for this long. */
const quietMs = 1_000

export type RetainedMessage = { topic: string; payload: Buffer }

/**
 * Reads the births that the broker keeps for units that are connected now. A shared subscription is given none of them
 * when it begins, so they are fetched by a connection of their own, which ends when all are read.
 * @returns how many there were
 */
export const readRetainedBirths = async (
  url: string,
  options: Pick<IClientOptions, 'username' | 'password' | 'connectTimeout'>,
  take: (message: RetainedMessage) => void,
): Promise<number> => {
  const client = await mqtt.connectAsync(url, {
    ...options,
    clientId: `${options.username}-births-${randomUUID()}`,
    clean: true,
    reconnectPeriod: 0,
  })
  const quiet = Promise.withResolvers<void>()
  let count = 0
  const timer = setTimeout(() => quiet.resolve(), quietMs)
  client.on('message', (topic, payload, { retain }) => {
    // Units that are born meanwhile are told to the shared subscription.
    if (!retain) return
    count++
    timer.refresh()
    take({ topic, payload })
  })
  client.on('close', quiet.resolve)
  client.on('error', () => quiet.resolve())
  try {
    await client.subscribeAsync(upTopic('+', 'online'), { qos: 0 })
    await quiet.promise
    return count
  } finally {
    clearTimeout(timer)
    await client.endAsync(true)
  }
}
