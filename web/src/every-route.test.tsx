import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionName } from './shared/api/actions.ts'
import { RealtimeConnection } from './shared/realtime/connection.ts'
import { type PageName, pageNames } from './site-map.ts'
import { BlockedRead, settled, textsOnPage, visit } from './testing/every-route.tsx'

/**
 * Every page, with each of its reads unanswered, refused, and answered with nothing in it. Before the answer the page says that it waits or
 * that the read failed. A text that appears only with the empty answer is a claim about it, so it must not be there before.
 */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Without a channel the frame would tell its state in the middle of a comparison.
  vi.spyOn(RealtimeConnection.prototype, 'start').mockReturnValue()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Reads of the frame or of many pages in the same way: blocked on the first page that makes them. */
const shared: ReadonlySet<ActionName> = new Set<ActionName>([
  ...([
    'getPlantDetails',
    'getOperations',
    'getUserInfos',
    'checkInvitoPendente',
    'getAttention',
    'getUnitTypes',
  ] as const),
])
const blockedBefore = new Set<ActionName>()

/** What only adds to a page is left out in silence until it is known: a count in the menu, a list of favourites, a tile of a map. */
const silent: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(['getAttention', 'getMapTiles', 'getOperations', 'getUserInfos', 'getViews', 'getWalks'] as const),
])

/** Reads that a page is about, or is named by: without them only the error is there. Without any other its title stays. */
const named: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(['getHandovers', 'getRooms', 'getCollections', 'getPendingUsers', 'getWalk', 'getZones', 'getScenes'] as const),
  ...(['getInspectorPage', 'getBatteryOutlook', 'getPlantUsers', 'getBleReport', 'getProductInfo'] as const),
  ...([
    'checkInvitoPendente',
    'getFamilyInfo',
    'getShadow',
    'getRound',
    'getZoneLamps',
    'getMonitoringZonesPost',
  ] as const),
  ...(['getUnsubscription', 'getLimits', 'getFloorPlans', 'getPlantDetails', 'getAllPlants', 'getUnitTypes'] as const),
])

const titleOfPage = () => document.querySelector('h1')?.textContent

const ofBoundary = new Set(['Try again', 'Still waiting for the server.'])

async function texts(page: PageName, read: ActionName, known: Awaited<ReturnType<typeof visit>>['queries']) {
  const blocked = new BlockedRead(read)
  const { queries } = await visit(page, { blocked, known })
  const never = textsOnPage()
  await vi.advanceTimersByTimeAsync(10_200)
  const late = textsOnPage()
  blocked.refuse()
  await settled(queries, blocked)
  const refused = textsOnPage()
  const title = titleOfPage()
  blocked.answer('empty')
  for (const button of screen.queryAllByText('Try again')) fireEvent.click(button)
  await settled(queries)
  return { never, late, refused, title, empty: textsOnPage() }
}

test.each(pageNames)('%s claims nothing that it was not answered', { timeout: 120_000 }, async (page) => {
  const { queries, asked } = await visit(page)
  const full = textsOnPage()
  const title = titleOfPage()
  expect([...full]).not.toContain('This did not work')
  for (const read of asked) {
    if (blockedBefore.has(read)) continue
    if (shared.has(read)) blockedBefore.add(read)
    const { never, late, refused, empty, ...without } = await texts(page, read, queries)
    // Another read may begin with the empty answer: what its boundary says is no claim.
    const claims = empty.difference(full).difference(ofBoundary)
    const wrong = [never, late, refused].map((state) => [...state.intersection(claims)])
    expect(wrong, `claimed without ${read}`).toEqual([[], [], []])
    if (silent.has(read) || empty.symmetricDifference(full).size === 0) continue
    if (!named.has(read) && page !== 'zoneDetail') expect(without.title, `without ${read}`).toBe(title)
    expect([...late], `${read} is late`).toContain('Still waiting for the server.')
    expect([...refused], `${read} is refused`).toContain('Try again')
  }
})
