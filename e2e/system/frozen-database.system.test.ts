import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usesCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** A frozen database: everybody gets a timely error, and everything continues after it recovers. */
describe.skipIf(!usesCluster())('a frozen database', () => {
  let product: RunningProduct
  let installer: ApiClient
  let plantId: string
  const unit = { type: 'logica', serial: '0A1B01', lamps: 6, enrolled: true, plant: 'hospital' as const }

  beforeAll(async () => {
    product = await startProduct({ units: [unit], ownCluster: true })
    installer = await createApiClient(product.url).signIn('installer')
    plantId = (await installer.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
    await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === 6)
  })
  afterAll(async () => {
    product?.signalDatabase('SIGCONT')
    await product?.stop()
  })

  const measured = async <T>(work: Promise<T>): Promise<{ tookMs: number; result: T }> => {
    const startedAt = performance.now()
    const result = await work
    return { tookMs: performance.now() - startedAt, result }
  }

  it('gets answers within five seconds, shows in /readyz within two and needs no restart', async () => {
    product.signalDatabase('SIGSTOP')
    const calls = await Promise.all(
      Array.from({ length: 12 }, () => measured(installer.refused('getUnitsDetails', { plantId }))),
    )
    for (const { tookMs, result } of calls) {
      expect(result.status).toBe(503)
      expect(['STORAGE_SLOW', 'SERVER_BUSY']).toContain(result.error)
      expect(tookMs).toBeLessThan(5_000)
    }
    const { tookMs: readyMs, result } = await measured(fetch(`${product.url}/readyz`))
    expect(result.status).toBe(503)
    expect(readyMs).toBeLessThan(2_000)
    const text = await result.text()
    expect(JSON.parse(text)).toMatchObject({ ready: false, parts: { database: { ok: false } } })
    expect(text).not.toMatch(/\d+\.\d+\.\d+\.\d+|\/tmp|postgres/)

    // Messages of units meanwhile are not lost.
    await product.panel('logica_0A1B01', 'mains', { on: false })
    product.signalDatabase('SIGCONT')
    await pollUntil('the product to be ready', async () => (await fetch(`${product.url}/readyz`)).ok)
    await pollUntil('the power cut', async () => {
      const { units } = await installer.call('getUnitsDetails', { plantId })
      return units[0]?.on_battery
    })
  })
})
