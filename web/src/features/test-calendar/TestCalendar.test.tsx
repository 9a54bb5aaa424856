import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { TestCalendar } from './TestCalendar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const year = 2031
const ofPlant = { plant_id: plantId, plantname: 'Hotel Bellavista', timezone: 'Europe/Rome' }
const noTests = { functional: 0, autonomy: 0, light: 0, done: false, overdue: false, failed: false }
const calendar = {
  days: [
    { ...noTests, day: '2031-03-01', functional: 1, overdue: true },
    { ...noTests, day: '2031-05-30', functional: 1, autonomy: 1 },
    { ...noTests, day: '2031-06-10', light: 1 },
  ],
  byPlatform: true,
  historyLimited: false,
  plant: { ...ofPlant, today: '2031-03-02' },
}
const planned = {
  ...ofPlant,
  cu: 'imagined_0A1B2C',
  cu_id: '0A1B2C',
  description: 'Main',
  kind: 'functional',
  by: 'unit',
  deferred: false,
  overdue: false,
  test: null,
}
const tests = [
  { ...planned, at: '2031-03-01T08:00:00.000Z', day: '2031-03-01', deferred: true, overdue: true },
  { ...planned, at: '2031-05-30T07:00:00.000Z', day: '2031-05-30' },
  { ...planned, kind: 'autonomy', by: 'platform', at: '2031-05-30T20:00:00.000Z', day: '2031-05-30' },
]
const change = {
  ...ofPlant,
  at: '2031-02-01T08:00:00.000Z',
  unit: '0A1B2C Main',
  cu: planned.cu,
  kind: 'functional',
  field: 'period',
  before: '6m',
  after: '3m',
  by: 'Ada',
}
const lightRepeat = {
  plant_id: plantId,
  plantname: 'Hotel Bellavista',
  measuredOn: '2026-06-10',
  day: '2031-06-10',
  overdue: false,
}
/** The tests of the requested month or day. */
const monthAnswer = (call: Record<string, unknown>) => {
  const { month, day } = call
  const prefix = day === undefined ? String(month) : `${month}-${String(day).padStart(2, '0')}`
  const found = tests.filter((test) => test.day.startsWith(prefix))
  return { tests: found, total: found.length }
}

const open = async () => {
  const feed = { id: plantId, name: 'Phone', plant: null, madeAt: '2031-03-02T08:00:00.000Z', fetchedAt: null }
  const feeds: unknown[] = []
  const answers: Record<string, (call: Record<string, unknown>) => object> = {
    getTestYear: () => calendar,
    getTestMonth: monthAnswer,
    getTestPlanChanges: () => ({ changes: [change], total: 1 }),
    getLightRepeats: () => ({ repeats: [lightRepeat], total: 1 }),
    getAllPlants: () => ({ plants: [], total: 0 }),
    getCalendarFeeds: () => ({ feeds }),
    createCalendarFeed: () => {
      feeds.push(feed)
      return { feed, address: 'https://vigilux.test/calendar/secret.ics' }
    },
    revokeCalendarFeed: () => {
      feeds.pop()
      return {}
    },
  }
  const page = await renderInPlant(
    <TestCalendar plantId={plantId} />,
    plantWith(),
    (call) => answers[call.action]?.(call) ?? {},
  )
  page.router.history.replace(`/plant/${plantId}?year=${year}`)
  await screen.findByRole('button', { name: '30 May 2031, Autonomy test: 1, Functional test: 1' })
  return page
}
const day = (name: string) => screen.getByRole('button', { name })

test('the year in the address is loaded, and days show tests, today and overdue ones', async () => {
  const { calls } = await open()
  expect(calls.filter(({ action }) => action === 'getTestYear').at(-1)).toMatchObject({ year, plantId })
  expect(day('1 March 2031, Functional test: 1, Overdue').dataset.overdue).toBe('true')
  expect(day('2 March 2031').getAttribute('aria-current')).toBe('date')
  expect(screen.getAllByRole('button', { name: / 2031/ })).toHaveLength(365)
})

const list = (name: string) => screen.findByRole('region', { name })
const monthCalls = (calls: { action: string }[]) => calls.filter(({ action }) => action === 'getTestMonth')

test('the list shows the present month, and others step by step', async () => {
  const { calls, router } = await open()
  expect(within(await list('March 2031')).getAllByRole('row')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }))
  await screen.findByRole('heading', { name: 'April 2031' })
  expect(router.history.location.search).toContain('month=2031-04')
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(within(await list('May 2031')).getAllByRole('row')).toHaveLength(3)
  expect(monthCalls(calls).at(-1)).toMatchObject({ month: '2031-05', plantId, page: 1 })
})

test('a selected day is requested alone and is in the address', async () => {
  const { calls, router } = await open()
  fireEvent.click(day('30 May 2031, Autonomy test: 1, Functional test: 1'))
  expect(within(await list('30 May 2031')).getAllByRole('row')).toHaveLength(3)
  expect(monthCalls(calls).at(-1)).toMatchObject({ month: '2031-05', day: 30 })
  expect(router.history.location.search).toContain('day=2031-05-30')
  fireEvent.click(screen.getByRole('button', { name: 'Show all days' }))
  await list('May 2031')
  expect(router.history.location.search).not.toContain('day=')
})

test('one day is a tab stop, and keys move within the year', async () => {
  await open()
  const focusableDays = () => screen.getAllByRole('button', { name: / 2031/ }).filter(({ tabIndex }) => tabIndex === 0)
  expect(focusableDays().map(({ dataset }) => dataset.day)).toEqual(['2031-03-02'])
  const press = (key: string) => fireEvent.keyDown(focusableDays()[0] as HTMLElement, { key })
  for (const [key, expectedDay] of [
    ['ArrowLeft', '2031-03-01'],
    ['ArrowUp', '2031-02-22'],
    ['PageDown', '2031-03-22'],
    ['End', '2031-12-31'],
    ['ArrowRight', '2031-12-31'],
  ] as const) {
    press(key)
    await waitFor(() => expect(focusableDays().map(({ dataset }) => dataset.day)).toEqual([expectedDay]))
    expect((document.activeElement as HTMLElement).dataset.day).toBe(expectedDay)
  }
})

test('the due date of a light measurement is on its day and in a list', async () => {
  await open()
  expect(day('10 June 2031, Light measurement due').dataset.light).toBe('true')
  const repeats = await list('Light measurement due')
  for (const expectedText of ['By 10 June 2031', 'Measured on 10 June 2026', 'Hotel Bellavista'])
    within(repeats).getByText(expectedText)
})

test('a test started by the platform is marked with the effect of a lost connection', async () => {
  await open()
  fireEvent.click(day('30 May 2031, Autonomy test: 1, Functional test: 1'))
  const table = await list('30 May 2031')
  expect(within(table).getByText('Planned, started by Vigilux')).toBeTruthy()
  expect(screen.getByText(/If the connection is down then, the test is not executed/)).toBeTruthy()
})

test('changes of the plan show author and old value', async () => {
  await open()
  const table = await list('Changes to the plan')
  for (const expectedText of ['Functional test: repetition', 'Every 6 months', 'Every 3 months', 'Ada'])
    within(table).getByText(expectedText)
})

test('a calendar address is shown once and revoked after a confirmation', async () => {
  const { calls } = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  fireEvent.change(await screen.findByLabelText('Name, such as the program'), { target: { value: 'Phone' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create address' }))
  expect(await screen.findByDisplayValue('https://vigilux.test/calendar/secret.ics')).toBeTruthy()
  expect(calls.find(({ action }) => action === 'createCalendarFeed')).toMatchObject({ name: 'Phone', plantId })
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke Phone' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull())
  expect(calls.filter(({ action }) => action === 'revokeCalendarFeed')).toHaveLength(1)
})
