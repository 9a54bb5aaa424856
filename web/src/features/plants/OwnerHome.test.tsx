import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { afterEach, expect, test, vi } from 'vitest'
import * as files from '../../shared/save-blob.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { sampleAnswer } from '../../testing/sample-answer.ts'
import { stubPhone } from '../../testing/screen-width.ts'
import { OwnerHome } from './OwnerHome.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const secondId = '00000000-0000-4000-8000-000000000002'
const { plant } = plantWith()
const plants: PlantSummary[] = [plant, { ...plant, plant_id: secondId, plantname: 'Depot Haller' }]
const verdictOf = (state: string, notMet = 0) => ({ state, notMet, unknown: 0, met: 26 - notMet, total: 26 })
const now = { inhibited: 0, onBattery: 0, notReporting: 0, unitsOffline: 0 }
const duty = { overdue: false, count: 1, permission: 'logbook.sign', allowed: true, test: null, month: null }
const ofPlant = { id: plantId, name: 'Hotel Bellavista', timezone: 'Europe/Rome' }
const signature = { ...duty, kind: 'signature', plant: ofPlant, day: '2026-03-08', month: '2026-02' }
const repair = { ...duty, kind: 'repair', plant: ofPlant, day: '2026-03-06', allowed: false }
const test1 = { kind: 'functional', at: '2026-03-05T21:00:00.000Z' }

const rule = (id: string, change: object = {}) => ({
  rule: id,
  group: 'tests',
  state: 'met',
  clauses: [],
  remedy: 'functionalTest',
  count: 0,
  evidence: [],
  later: [],
  ...change,
})
const unsigned = { what: 'itemMissing', item: 'certificates' }
const compliance = {
  rules: [
    ...['R1', 'R2', 'R3', 'R9', 'R10', 'R11'].map((id) => rule(id)),
    rule('R13', { due: '2026-03-08', count: 1, evidence: [unsigned] }),
  ],
  timezone: 'Europe/Rome',
  profile: { profile: 'italy', edition: '2024' },
}

const show = (notMet: number, present: object = now, shown = plants) => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
  return renderInPlant(<OwnerHome plants={shown} shown={6} total={shown.length} />, plantWith(), (call) => {
    if (call.action === 'getPlantOutlooks') {
      const outlook = { untested: false, now, notMetSince: null, due: null, dueRemedy: null, test: null }
      const bad = { verdict: verdictOf('notMet', notMet), notMetSince: '2026-02-12' }
      return {
        outlooks: [
          {
            ...outlook,
            plant_id: plantId,
            test: test1,
            verdict: verdictOf('met'),
            ...(notMet > 0 ? bad : {}),
            now: present,
          },
          { ...outlook, plant_id: secondId, verdict: verdictOf('met'), due: '2026-03-08', dueRemedy: 'signature' },
        ].slice(0, shown.length),
      }
    }
    if (call.action === 'getWeek')
      return { duties: [signature, repair], totals: [{ kind: 'signature', count: 1 }], next: null, plants: 2 }
    if (call.action === 'getNewEntries') return { lastVisitAt: null, entries: [] }
    if (call.action === 'getCompliance') return compliance
    if (call.action === 'getReport')
      return { report: { ...(sampleAnswer('getReport') as { report: object }).report, state: 'ready' } }
    if (call.action === 'downloadReport') return { url: '/files/register', name: 'Register.pdf', bytes: 8 }
    return {}
  })
}

test('the owner reads the answer over all plants, each with its rules and next test', async () => {
  await show(3)
  await screen.findByRole('heading', { name: '1 of 2 plants does not meet every rule' })
  const [, first, second] = screen.getAllByRole('row')
  if (!first || !second) throw new Error('no rows')
  await within(first).findByText(/5 Mar.*22:00/)
  expect(within(first).getByText('3 not met')).toBeTruthy()
  expect(within(first).getByText('since 12 Feb')).toBeTruthy()
  expect(await within(second).findByText('No test planned')).toBeTruthy()
  expect(within(second).getByText('Due 8 Mar')).toBeTruthy()
  expect(within(second).getByText('Sign the logbook')).toBeTruthy()
})

test('a present danger precedes the rules, above all plants and in the row', async () => {
  await show(0, { ...now, inhibited: 112, notReporting: 8 })
  await screen.findByRole('heading', { name: 'All 2 plants meet every rule today' })
  screen.getByText('112 inhibited now · Hotel Bellavista')
  expect(screen.getAllByText('112 inhibited now')).toHaveLength(1)
  const [, first] = screen.getAllByRole('row')
  if (!first) throw new Error('no rows')
  expect(within(first).getByText('All met')).toBeTruthy()
})

test('an owner sees own duties listed and those of others counted', async () => {
  await show(0)
  await screen.findByRole('heading', { name: 'All 2 plants meet every rule today' })
  const sign = await screen.findByRole('link', { name: 'Sign logbook' })
  expect(sign.getAttribute('href')).toBe(`#/logbook/${plantId}?sign=2026-02&inTurn=1`)
  expect(await screen.findByText('Sign the logbook: February 2026')).toBeTruthy()
  expect(screen.queryByText('1 device to repair')).toBeNull()
  expect(screen.getByRole('link', { name: 'Your installer does: 1' }).getAttribute('href')).toBe('#/week?f=all')
})

test('the home of one plant has its name and its worst rules with their evidence', async () => {
  await show(0, now, [plant])
  await screen.findByRole('heading', { level: 1, name: 'Hotel Bellavista' })
  await screen.findByText('due 8 Mar', { exact: false })
  const [first, ...others] = screen.getAllByRole('listitem').filter((item) => item.hasAttribute('data-tone'))
  expect(first?.textContent).toMatch(/^The six items of the logbook are there.*Due 8 Mar$/)
  expect(others).toHaveLength(4)
  const rest = screen.getByRole('link', { name: '2 more rules' })
  expect(rest.getAttribute('href')).toBe(`#/compliance/${plantId}`)
  screen.getByText('Italy, EN 50172:2024')
})

test('on a phone a plant is a line that opens it, with its worst cause if it is not OK', async () => {
  stubPhone()
  const cause = { code: 'on_battery', count: 8, cu: 'logica_0A1B2C' } as PlantSummary['attention'][number]
  await show(3, now, [{ ...plant, condition: 'emergency', attention: [cause] }, ...plants.slice(1)])
  const list = within(await screen.findByRole('list', { name: 'Plants' }))
  const [first, second] = list.getAllByRole('link')
  expect(first?.getAttribute('href')).toBe(`#/plant/${plantId}`)
  await within(first as HTMLElement).findByText('3 not met')
  expect(first?.querySelector('[data-part="list-detail"]')?.textContent).toMatch(/^8 /)
  expect(first?.textContent).toMatch(/^Hotel Bellavista ?On battery/)
  expect(second?.textContent).toMatch(/^Depot Haller ?OK/)
  expect(screen.queryByRole('table')).toBeNull()
  cleanup()
  await show(
    0,
    now,
    plants.map((one) => ({ ...one, condition: 'testRunning' as const })),
  )
  expect(await screen.findAllByText('Test running')).toHaveLength(2)
  expect(screen.queryByText('Nothing')).toBeNull()
})

test('on a phone one press saves the register of a plant, below the duties', async () => {
  stubPhone()
  const saveBlob = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined)
  const { calls } = await show(0)
  const callAction = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    init?.body ? callAction(url, init) : new Response('%PDF-1.7'),
  )
  const duties = await screen.findByRole('heading', { name: 'What your installer does' })
  const register = await screen.findByRole('button', { name: /^Register of Depot Haller ?As of now/ })
  expect(duties.compareDocumentPosition(register)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(register)
  await vi.waitFor(() => expect(saveBlob.mock.calls.map(([, name]) => name)).toEqual(['Register.pdf']))
  const orders = calls.filter(({ action }) => action === 'createGlobalReport')
  expect(orders).toMatchObject([{ plantId: secondId, period: 'lastYear', language: 'en' }])
})

test('a desk has the registers on the pages of the plants', async () => {
  await show(0)
  await screen.findByText('Sign the logbook: February 2026')
  expect(screen.queryByRole('button', { name: /^Register of/ })).toBeNull()
})
