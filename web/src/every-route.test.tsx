import { cleanup, fireEvent, screen } from '@testing-library/react'
import { RealtimeConnection } from '@vigilux/client/connection.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionName } from './shared/api/actions.ts'
import { type PageName, pageNames } from './site-map.ts'
import { BlockedRead, connectChannel, textsOnPage, visit, waitUntilSettled } from './testing/every-route.tsx'

/**
 * Every page, with each of its reads unanswered, refused, and answered with nothing. A text shown only with the empty
 * answer is a claim about it, so it must not appear earlier.
 */

const start = new Date('2026-03-02T09:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
  // Without a channel the frame would show its state in the middle of a comparison.
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

/** Reads of the frame or of many pages: blocked on the first page making them. */
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

/** Optional parts of a page appear silently after their read: a count in the menu, favourites, the next test. */
const silentReads: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(['getAttention', 'getFirstTest', 'getOperations', 'getUserInfos', 'getViews', 'getWalks'] as const),
])

/**
 * Reads of the page's subject or title: without them the page shows only an error. Without any other read its title
 * stays.
 */
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
  const { queries } = await visit(page, { blocked: blockedRead, cachedQueries })
  const unansweredTexts = textsOnPage()
  await vi.advanceTimersByTimeAsync(10_200)
  // Pages with a clock show the same minute in each state.
  vi.setSystemTime(start)
  const lateTexts = textsOnPage()
  blockedRead.refuse()
  await waitUntilSettled(queries, blockedRead)
  const refusedTexts = textsOnPage()
  const title = titleOfPage()
  blockedRead.answer('empty')
  for (const button of screen.queryAllByText('Try again')) fireEvent.click(button)
  await waitUntilSettled(queries)
  return { unansweredTexts, lateTexts, refusedTexts, title, empty: textsOnPage() }
}

/** Blocks reads of a page, one at a time, and compares its texts with the later ones. */
async function expectNoClaims(
  page: PageName,
  { queries, reads }: { queries: Awaited<ReturnType<typeof visit>>['queries']; reads: Iterable<ActionName> },
): Promise<void> {
  const pageTexts = textsOnPage()
  const title = titleOfPage()
  expect([...pageTexts]).not.toContain('This did not work')
  for (const read of reads) {
    const { unansweredTexts, lateTexts, refusedTexts, empty, ...otherTexts } = await texts(page, read, queries)
    // Another read may begin with the empty answer: the text of its boundary is no claim.
    const claims = empty.difference(pageTexts).difference(ofBoundary)
    const wrongClaims = [unansweredTexts, lateTexts, refusedTexts].map((state) => [...state.intersection(claims)])
    expect(wrongClaims, `claimed without ${read}`).toEqual([[], [], []])
    if (silentReads.has(read) || empty.symmetricDifference(pageTexts).size === 0) continue
    if (!identifyingReads.has(read) && page !== 'zoneDetail') expect(otherTexts.title, `without ${read}`).toBe(title)
    expect([...lateTexts], `${read} is late`).toContain('Still waiting for the server.')
    expect([...refusedTexts], `${read} is refused`).toContain('Try again')
  }
}

test.each(pageNames)('%s claims nothing without an answer', { timeout: 120_000 }, async (page) => {
  const { queries, requestedActions } = await visit(page)
  const reads = [...requestedActions].filter((read) => !blockedBefore.has(read))
  for (const read of reads) if (sharedReads.has(read)) blockedBefore.add(read)
  await expectNoClaims(page, { queries, reads })
})

/** Reads over the realtime channel; each is blocked on the first page sending it there. */
const channelReads = new Set<string>([
  'checkInvitoPendente',
  'getCollections',
  'getLogbookDetails',
  'getPendingUsers',
  'getPlantUsers',
  'getScenes',
  'getUserInfos',
  'getZones',
  'listaInviti',
])
const blockedOnChannel = new Set<string>()

test.each(pageNames)('%s claims nothing without an answer over the channel', { timeout: 120_000 }, async (page) => {
  if (blockedOnChannel.size === channelReads.size) return
  const { sentActions, close } = connectChannel()
  const { queries, requestedActions } = await visit(page)
  const reads = [...requestedActions].filter((read) => sentActions.has(read) && !blockedOnChannel.has(read))
  for (const read of reads) blockedOnChannel.add(read)
  await expectNoClaims(page, { queries, reads })
  close()
})

test('every read over the channel was blocked', () => {
  expect(blockedOnChannel).toEqual(channelReads)
})
