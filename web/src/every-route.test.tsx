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
const sharedReads: ReadonlySet<ActionName> = new Set<ActionName>([
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
const silentReads: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(['getAttention', 'getMapTiles', 'getOperations', 'getUserInfos', 'getViews', 'getWalks'] as const),
])

/** Reads that a page is about, or is named by: without them only the error is there. Without any other its title stays. */
const identifyingReads: ReadonlySet<ActionName> = new Set<ActionName>([
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

async function texts(page: PageName, read: ActionName, cachedQueries: Awaited<ReturnType<typeof visit>>['queries']) {
  const blockedRead = new BlockedRead(read)
  const { queries } = await visit(page, { blocked: blockedRead, known: cachedQueries })
  const unansweredTexts = textsOnPage()
  await vi.advanceTimersByTimeAsync(10_200)
  const lateTexts = textsOnPage()
  blockedRead.refuse()
  await settled(queries, blockedRead)
  const refusedTexts = textsOnPage()
  const title = titleOfPage()
  blockedRead.answer('empty')
  for (const button of screen.queryAllByText('Try again')) fireEvent.click(button)
  await settled(queries)
  return { never: unansweredTexts, late: lateTexts, refused: refusedTexts, title, empty: textsOnPage() }
}

test.each(pageNames)('%s claims nothing that it was not answered', { timeout: 120_000 }, async (page) => {
  const { queries, asked: requestedActions } = await visit(page)
  const pageTexts = textsOnPage()
  const title = titleOfPage()
  expect([...pageTexts]).not.toContain('This did not work')
  for (const read of requestedActions) {
    if (blockedBefore.has(read)) continue
    if (sharedReads.has(read)) blockedBefore.add(read)
    const {
      never: unansweredTexts,
      late: lateTexts,
      refused: refusedTexts,
      empty,
      ...otherTexts
    } = await texts(page, read, queries)
    // Another read may begin with the empty answer: what its boundary says is no claim.
    const claims = empty.difference(pageTexts).difference(ofBoundary)
    const wrongClaims = [unansweredTexts, lateTexts, refusedTexts].map((state) => [...state.intersection(claims)])
    expect(wrongClaims, `claimed without ${read}`).toEqual([[], [], []])
    if (silentReads.has(read) || empty.symmetricDifference(pageTexts).size === 0) continue
    if (!identifyingReads.has(read) && page !== 'zoneDetail') expect(otherTexts.title, `without ${read}`).toBe(title)
    expect([...lateTexts], `${read} is late`).toContain('Still waiting for the server.')
    expect([...refusedTexts], `${read} is refused`).toContain('Try again')
  }
})
