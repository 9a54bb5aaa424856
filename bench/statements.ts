import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import { createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { countStatements } from '../server/src/testing/count-statements.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { connect, type Figure } from './measure.ts'
import { seedUnit } from './seed-unit.ts'

const repeats = 50
/** Measuring time of the idle server, in milliseconds. */
const idleMs = 10_000
/** Maximum time in milliseconds for the server to finish a message. */
const settledMs = 100

/** A unit of eight lamps with a state or a test on request, each different from the previous one. */
const connectUnit = async (product: RunningProduct, plantId: string) => {
  const unit = await seedUnit(product, { plantId, cuId: '0BEEE5' })
  const url = product.unitMqttUrl
  const client = await connect(url, { clientId: unit, username: unit, password: unitPassword(testFactoryKey, unit) })
  let seq = 0
  const send = async (channel: 'online' | 'state' | 'record', message: object): Promise<void> => {
    const common = { life: 'be9c0be9c0be9c01', boot: 1, at: new Date().toISOString() }
    await client.publishAsync(upTopic(unit, channel), JSON.stringify({ ...common, ...message }), { qos: 1 })
    await pause(settledMs)
  }
  await send('online', { connection: 0, online: true })
  const lamps = [1, 2, 3, 4, 5, 6, 7, 8]
  return {
    state: (round: number) => {
      const charge = 128 + (round % 100)
      const l = lamps.map((addr) => [addr, `BE9C0${addr}`, 0, 2, 8, 0, 2, charge, 30, charge, 9, 1, 0, 'ST-8', '1.0'])
      return send('state', { seq: seq++, body: { l } })
    },
    testOfOneLamp: async (): Promise<void> => {
      const test = randomUUID()
      await send('record', { seq: seq++, kind: 'test.start', body: { t: test, k: 'F', by: 1, a: [1] } })
      await send('record', { seq: seq++, kind: 'test.result', body: [test, 1, 'BE9C01', 0, 0, 60] })
      await send('record', { seq: seq++, kind: 'test.end', body: { t: test, o: 0 } })
    },
    end: () => client.endAsync(true),
  }
}

/** SQL statements per call or message, including BEGIN and COMMIT, minus those of the idle server in the same time. */
export const benchStatements = async (
  product: RunningProduct,
  { plantId, topic, ofUnit }: { plantId: string; topic: string; ofUnit: string },
): Promise<Figure[]> => {
  const person = await createApiClient(product.url).signIn('installer')
  const channel = await person.realtime()
  await person.call('getPlantDetails', { plantId, socketId: channel.socketId })
  const command = async (): Promise<void> => {
    const { command: stopCommand } = await person.call('stopIdentifyLamp', { plantId, topic, addr: 1 })
    await channel.next(({ action, data }) => {
      const { id, state } = (data.command ?? {}) as { id?: string; state?: string }
      return action === 'response' && id === stopCommand.id && state === 'done'
    })
    channel.messages.length = 0
  }
  const unit = await connectUnit(product, ofUnit)
  const before = countStatements()
  await pause(idleMs)
  const perMs = (countStatements() - before) / idleMs

  const measureAction = async (name: string, work: (round: number) => Promise<unknown>): Promise<Figure> => {
    await work(0)
    const [from, startedAt] = [countStatements(), performance.now()]
    for (let round = 1; round <= repeats; round++) await work(round)
    const byItself = perMs * (performance.now() - startedAt)
    return { name: `statements, ${name}`, value: (countStatements() - from - byItself) / repeats, unit: '' }
  }
  const figures = [
    {
      name: 'statements, the server by itself',
      value: perMs * 1000,
      unit: 'a second',
      limit: { value: 10, what: 'at most' },
    },
    await measureAction('command, from the call to its end', command),
    await measureAction('getPlantDetails', () => person.call('getPlantDetails', { plantId })),
    await measureAction('state of 8 lamps', unit.state),
    await measureAction('test of one lamp, of three records', unit.testOfOneLamp),
  ]
  channel.close()
  await unit.end()
  return figures
}
