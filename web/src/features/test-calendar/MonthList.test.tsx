import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { MonthList } from './MonthList.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const testsOn = (day: string, overdue = false) => ({
  day,
  functional: 2,
  autonomy: 0,
  light: 0,
  done: false,
  overdue,
  failed: false,
})
const firstOf = (month: string) => ({
  plant_id: plantId,
  plantname: 'Hotel Bellavista',
  timezone: 'Europe/Rome',
  cu: 'imagined_0A1B2C',
  cu_id: `unit of ${month}`,
  description: 'Main',
  kind: 'functional',
  by: 'unit',
  at: `${month}-10T08:00:00.000Z`,
  day: `${month}-10`,
  deferred: false,
  overdue: false,
  test: null,
})

const open = async (...days: ReturnType<typeof testsOn>[]) => {
  const question = { year: 2031, plantId }
  const page = await renderInPlant(
    <MonthList question={question} days={days} today="2031-06-15" />,
    plantWith(),
    (call) => (call.action === 'getTestMonth' ? { tests: [firstOf(String(call.month))], total: 1 } : {}),
  )
  await screen.findByRole('region', { name: 'Tests of 2031' })
  return page
}
const openMonths = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .filter((heading) => heading.closest('details')?.open)
    .map(({ textContent }) => textContent)

test('the next month with tests is open, and only its tests are requested', async () => {
  const { calls } = await open(testsOn('2031-01-10'), testsOn('2031-08-10'), testsOn('2031-09-10'))
  expect(openMonths()).toEqual(['August 2031'])
  await screen.findByText('unit of 2031-08 · Main')
  const requestedMonths = () => calls.filter(({ action }) => action === 'getTestMonth').map((call) => call.month)
  expect(requestedMonths()).toEqual(['2031-08'])
  const january = screen.getByRole('heading', { name: 'January 2031' }).closest('details') as HTMLDetailsElement
  expect(within(january).getByText('2')).toBeTruthy()
  january.open = true
  fireEvent(january, new Event('toggle'))
  await screen.findByText('unit of 2031-01 · Main')
  expect(requestedMonths()).toEqual(['2031-08', '2031-01'])
})

test('a month with an overdue test is open', async () => {
  await open(testsOn('2031-01-10'), testsOn('2031-02-10', true), testsOn('2031-08-10'))
  expect(openMonths()).toEqual(['February 2031', 'August 2031'])
})

test('a past year opens its first month', async () => {
  await open(testsOn('2031-01-10'), testsOn('2031-02-10'))
  expect(openMonths()).toEqual(['January 2031'])
})
