import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { TestCalendar } from './TestCalendar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const year = 2031
const unit = { plant_id: plantId, cu_id: '0A1B2C', description: 'Main', cu: 'imagined_0A1B2C' }
const calendar = {
  plants: [
    {
      plant_id: plantId,
      plantname: 'Hotel Bellavista',
      timezone: 'Europe/Rome',
      today: '2031-03-02',
      historySince: null,
    },
  ],
  planned: [
    {
      ...unit,
      kind: 'functional',
      by: 'unit',
      period: '3m',
      deferred: true,
      dates: [
        { at: '2031-03-01T08:00:00.000Z', day: '2031-03-01', overdue: true },
        { at: '2031-05-30T07:00:00.000Z', day: '2031-05-30', overdue: false },
      ],
    },
    {
      ...unit,
      kind: 'autonomy',
      by: 'platform',
      period: null,
      deferred: false,
      dates: [{ at: '2031-05-30T20:00:00.000Z', day: '2031-05-30', overdue: false }],
    },
  ],
  tests: [],
  changes: [
    {
      at: '2031-02-01T08:00:00.000Z',
      plant_id: plantId,
      unit: '0A1B2C Main',
      cu: unit.cu,
      kind: 'functional',
      field: 'period',
      before: '6m',
      after: '3m',
      by: 'Ada',
    },
  ],
  lightRepeats: [{ plant_id: plantId, measuredOn: '2026-06-10', day: '2031-06-10', overdue: false }],
  cut: false,
}

const open = async () => {
  const feed = { id: plantId, name: 'Phone', plant: null, madeAt: '2031-03-02T08:00:00.000Z', fetchedAt: null }
  const feeds: unknown[] = []
  const page = await renderInPlant(<TestCalendar plantId={plantId} />, plantWith(), ({ action }) => {
    if (action === 'getTestCalendar') return calendar
    if (action === 'getCalendarFeeds') return { feeds }
    if (action === 'createCalendarFeed') {
      feeds.push(feed)
      return { feed, address: 'https://vigilux.test/calendar/secret.ics' }
    }
    if (action === 'revokeCalendarFeed') feeds.pop()
    return {}
  })
  page.router.history.replace(`/plant/${plantId}?year=${year}`)
  await screen.findByRole('button', { name: '30 May 2031, Autonomy test: 1, Functional test: 1' })
  return page
}
const day = (name: string) => screen.getByRole('button', { name })

test('the year in the address is loaded, and days show tests, today and overdue ones', async () => {
  const { calls } = await open()
  expect(calls.filter(({ action }) => action === 'getTestCalendar').at(-1)).toMatchObject({ year, plantId })
  expect(day('1 March 2031, Functional test: 1, Overdue').dataset.overdue).toBe('true')
  expect(day('2 March 2031').getAttribute('aria-current')).toBe('date')
  expect(screen.getAllByRole('button', { name: / 2031/ })).toHaveLength(365)
})

test('a selected day filters the list and is in the address', async () => {
  const { router } = await open()
  expect(within(screen.getByRole('region', { name: 'Tests of 2031' })).getAllByRole('row')).toHaveLength(4)
  fireEvent.click(day('1 March 2031, Functional test: 1, Overdue'))
  const table = await screen.findByRole('region', { name: '1 March 2031' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  expect(router.history.location.search).toContain('day=2031-03-01')
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
  const list = screen.getByRole('region', { name: 'Light measurement due' })
  for (const expectedText of ['By 10 June 2031', 'Measured on 10 June 2026', 'Hotel Bellavista'])
    within(list).getByText(expectedText)
})

test('a test started by the platform is marked with the effect of a lost connection', async () => {
  await open()
  const table = screen.getByRole('region', { name: 'Tests of 2031' })
  expect(within(table).getByText('Planned, started by Vigilux')).toBeTruthy()
  expect(screen.getByText(/If the connection is down then, the test is not executed/)).toBeTruthy()
})

test('changes of the plan show author and old value', async () => {
  await open()
  const table = screen.getByRole('region', { name: 'Changes to the plan' })
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
