import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectUnit, isEmbedded, openTestBroker, type TestBroker, testFactoryKey } from '../../testing/test-broker.ts'

const [unit, other] = ['logica_0A1B2C', 'logica_0A1B2D']
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of closers.splice(0).toReversed()) await end()
})

describe.runIf(isEmbedded)('unit credentials', () => {
  const open = async (): Promise<TestBroker> => {
    const broker = await openTestBroker([unit, other])
    closers.push(broker.close)
    return broker
  }
  const login = async (broker: TestBroker, name: string, generation = 0) => {
    const client = await connectUnit(broker, name, { password: unitPassword(testFactoryKey, name, generation) })
    closers.push(() => client.endAsync(true))
    return client
  }
  const change = (broker: TestBroker, generation: number, isRevoked: boolean) =>
    broker.embeddedBroker?.setCredentials([{ unit, generation, isRevoked }])

  test('disconnect the unit and refuse its login when revoked', async () => {
    const broker = await open()
    const [victim, otherClient] = [await login(broker, unit), await login(broker, other)]
    change(broker, 0, true)
    await vi.waitFor(() => expect(victim.connected).toBe(false))
    await expect(login(broker, unit)).rejects.toThrow()
    expect(otherClient.connected).toBe(true)
  })

  test('are invalid once renewed', async () => {
    const broker = await open()
    await login(broker, unit)
    change(broker, 0, true)
    change(broker, 1, false)
    await expect(login(broker, unit)).rejects.toThrow()
    expect((await login(broker, unit, 1)).connected).toBe(true)
  })

  test('do not disconnect a unit when sent again unchanged', async () => {
    const broker = await open()
    change(broker, 1, false)
    const client = await login(broker, unit, 1)
    const closed = vi.fn()
    client.on('close', closed)
    change(broker, 1, false)
    await client.publishAsync(`v1/${unit}/up/state`, '{}', { qos: 1 })
    expect(closed).not.toHaveBeenCalled()
  })
})
