import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { LampsPage } from './LampsPage.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00.000Z'
const lamp = (id: number, change: Partial<Lamp> = {}): Lamp => ({
  cu: 'imagined_0A1B2C',
  id,
  serial: `A1B2C${id}`,
  type: 'emergency',
  function: 'maintained',
  version: 1,
  description: `Door ${id}`,
  location: '',
  notes: '',
  product_code: null,
  groups: [1],
  parity: null,
  mode: 'normal',
  errors: [],
  condition: 'ok',
  battery: null,
  dimming: null,
  autonomy: null,
  line: null,
  software_version: null,
  reported_at: at,
  condition_since: at,
  ...change,
})
const columns = 'number,battery,level,rated,product,line'
const infos = { user: { appConfig: { 'table.devices-all.columns': columns } } }

/** The page of all devices, with `answerRest` as the server's answer after the first page. */
async function open(
  lamps: readonly Lamp[],
  answerRest: () => unknown = () => ({ lamps: [], total: lamps.length, next: null }),
) {
  return renderInPlant(<LampsPage list="all" />, plantWith(), (call) => {
    if (call.action === 'getUserInfos') return infos
    if (call.action === 'getLamps')
      return call.after ? answerRest() : { lamps, total: lamps.length, next: null, ...pageFields }
    return empty[call.action] ?? {}
  })
}
const empty: Record<string, object> = {
  getRooms: { rooms: [] },
  getWalks: { walks: [] },
  getAutonomyResults: { lamps: [] },
  getGroups: { groups: [] },
  getViews: { views: [] },
  getLampPhotos: { photos: [] },
}
let pageFields: object = {}
beforeEach(() => {
  pageFields = {}
})
const cells = async (name: RegExp) =>
  [...(await screen.findByRole('row', { name })).querySelectorAll('td')].slice(2).map((cell) => cell.textContent)

test('an unreported value is unknown, and a reported 0 is 0', async () => {
  await open([lamp(1), lamp(2, { battery: 0, dimming: 0, autonomy: 60, product_code: 'ST-8', line: 3 })])
  await screen.findByRole('columnheader', { name: 'Battery' })
  expect(await cells(/^Select lamp 0001/)).toEqual(Array.from({ length: 5 }, () => '–unknown'))
  expect(await cells(/^Select lamp 0002/)).toEqual(['0%', '0%', '60\u00a0min', 'ST-8', '3'])
})

test('a test that gear has not begun is neither a fault nor done', async () => {
  await open([lamp(1, { pending_tests: { functional: null, autonomy: 'charging' } }), lamp(2)])
  const pending = await screen.findByText('Autonomy test pending: charging')
  expect(pending.closest('[role=row], tr')?.textContent).not.toContain('OK')
})

test('a long list shows the loaded part and its size', async () => {
  pageFields = { total: 5, next: { cu: 'imagined_0A1B2C', id: 2 } }
  const laterLamps = Promise.withResolvers<unknown>()
  await open([lamp(2), lamp(1)], () => laterLamps.promise)
  await screen.findByText('2 of 5 devices read, loading the rest')
  expect(await screen.findAllByRole('row', { name: /^Select lamp/ })).toHaveLength(2)
  laterLamps.resolve({ lamps: [3, 4, 5].map((id) => lamp(id)), total: 5, next: null })
  await screen.findByText('5 devices')
  expect(screen.queryByText(/the rest is coming/)).toBeNull()
  expect(screen.queryByText(/sort again/)).toBeNull()
})

test('an incomplete long list says so and is loaded again on request', async () => {
  pageFields = { total: 5, next: { cu: 'imagined_0A1B2C', id: 2 } }
  let isFailing = true
  const laterPage = { lamps: [3, 4, 5].map((id) => lamp(id)), total: 5, next: null }
  await open([lamp(1), lamp(2)], () => (isFailing ? refusal('SERVER_BUSY') : laterPage))
  await screen.findByText('Only 2 of 5 devices could be read.')
  expect(await screen.findAllByRole('row', { name: /^Select lamp/ })).toHaveLength(2)
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('5 devices')
})

test('a phone names lamp, cause and place, and folds the lamps of one silent unit', async () => {
  stubPhone()
  const silent = [2, 3, 4, 5, 6, 7].map((id) => lamp(id, { condition: 'offline', location: 'Basement' }))
  await open([lamp(1, { condition: 'error', errors: [] }), ...silent])
  const fold = await screen.findByRole('button', { name: /^3 more.*All of unit 0A1B2C/ })
  const lines = () => [...document.querySelectorAll('[data-part="list-words"]')].map(({ textContent }) => textContent)
  expect(lines()).toEqual([
    '0001 Door 10A1B2CError',
    ...[2, 3, 4].map((id) => `000${id} Door ${id}BasementOffline`),
    '3 moreOfflineAll of unit 0A1B2C',
  ])
  fireEvent.click(fold)
  expect(lines()).toHaveLength(7)
})
