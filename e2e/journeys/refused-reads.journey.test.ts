import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillPath, type PageName, pageEntry, pageNames } from '../../web/src/site-map.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** Plant pages whose reads are all refused: each shows the failure, and its content after a retry. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let params: Record<string, string>

/** Without these reads no plant page exists around its own reads. */
const answeredReads = ['getPlantDetails', 'getUserInfos', 'getOperations', 'checkInvitoPendente', 'getAttention']

/** Closes the channel: every read is a request. Refuses all of them until the test allows them. */
const refuseReads = async (page: Page) => {
  const refusedReads = new Set<string>()
  let isRefusing = true
  await page.routeWebSocket(/\/realtime/, (socket) => socket.close())
  await page.route('**/api', (route) => {
    const { action = '' } = (route.request().postDataJSON() ?? {}) as { action?: string }
    if (!isRefusing || answeredReads.includes(action)) return route.continue()
    refusedReads.add(action)
    return route.fulfill({ status: 500, json: { error: 'UNEXPECTED_ERROR', message: '', requestId: 'r1' } })
  })
  return {
    refusedReads,
    allow() {
      isRefusing = false
    },
  }
}

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  const plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId })).total === 4)
  const { user } = await api.call('getUserInfos', {})
  params = { plantId, unit: 'logica_0A1B01', userId: user.userid, zoneId: '1', walkId: plantId, roundId: plantId }
  installer = await journey.comeIn({ reducedMotion: 'reduce' })
  await installer.signIn('installer')
})

/** A round and a walk need somebody who started one; a unit without Bluetooth devices has no such page. */
const otherPages: readonly PageName[] = ['round', 'walk', 'zoneDetail', 'unitBluetooth']
const ofPlant = pageNames.filter((name) => pageEntry(name).permission === 'plant' && !otherPages.includes(name))

describe.each(ofPlant)('%s', (name) => {
  it('shows that its reads were refused, and loads them on request', async () => {
    const page = await installer.newTab()
    const { refusedReads, allow } = await refuseReads(page)
    await installer.goTo(fillPath(pageEntry(name).path, params), page)
    const main = page.getByRole('main')
    const tryAgain = main.getByRole('button', { name: 'Try again' })
    await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
    if (refusedReads.size > 0) await tryAgain.first().waitFor()
    allow()
    await expect
      .poll(async () => {
        const [first] = await tryAgain.all()
        // A button gone by now must not be waited for.
        await first?.click({ timeout: 1_000 }).catch(() => undefined)
        return tryAgain.count()
      })
      .toBe(0)
    expect(await main.ariaSnapshot()).not.toMatch(/This did not work/)
    await page.close()
  })
})
