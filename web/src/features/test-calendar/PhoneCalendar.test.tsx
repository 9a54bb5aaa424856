import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { PhoneCalendar } from './PhoneCalendar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const dayOf = (day: string, change: object = {}) => ({
  day,
  functional: 1,
  autonomy: 0,
  light: 0,
  done: false,
  overdue: false,
  failed: false,
  ...change,
})
const testOf = (day: string) => ({
  plant_id: plantId,
  plantname: 'Hotel Bellavista',
  timezone: 'Europe/Rome',
  cu: 'imagined_0A1B2C',
  cu_id: '0A1B2C',
  description: 'Main',
  kind: 'functional',
  by: 'unit',
  at: `${day}T08:00:00.000Z`,
  day,
  deferred: false,
  overdue: false,
  test: null,
})
const days = [
  dayOf('2031-06-10', { failed: true }),
  dayOf('2031-06-18', { autonomy: 2 }),
  dayOf('2031-06-25', { functional: 0, light: 1 }),
  dayOf('2031-08-04'),
]

const open = (question: { plantId?: string } = {}) =>
  renderInPlant(
    <PhoneCalendar question={{ year: 2031, ...question }} days={days} today="2031-06-15" filters={null} />,
    plantWith(),
    ({ action, month, day }) =>
      action === 'getTestMonth' ? { tests: [testOf(`${month}-${String(day).padStart(2, '0')}`)], total: 1 } : {},
  )
const daysShown = () => screen.getAllByRole('button', { name: / 2031/ }).map(({ textContent }) => textContent)
const listed = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const eventually = (read: () => unknown, value: unknown) => vi.waitFor(() => expect(read()).toEqual(value))

test('the week of today is shown, and below it the days with tests from today on', async () => {
  const { calls } = await open()
  await eventually(listed, ['18 Jun 2031', '4 Aug 2031'])
  expect(daysShown()).toEqual(['9', '10', '11', '12', '13', '14', '15'])
  expect(screen.getByRole('button', { name: '15 June 2031' }).getAttribute('aria-current')).toBe('date')
  expect(calls.filter(({ action }) => action === 'getTestMonth')).toMatchObject([
    { month: '2031-06', day: 18 },
    { month: '2031-08', day: 4 },
  ])
})

test('a row begins with the plant, and in the calendar of one plant with the unit', async () => {
  await open()
  const [row] = await screen.findAllByRole('link')
  expect(row?.textContent).toMatch(/^Hotel Bellavista.*10:00.*Functional test · 0A1B2C · Main/)
  cleanup()
  await open({ plantId })
  const [ofUnit] = await screen.findAllByRole('link')
  expect(ofUnit?.textContent).toMatch(/^0A1B2C · Main.*Functional test/)
})

test('a day chosen in the whole month begins the list, and its marks are named', async () => {
  const { router } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Whole month' }))
  await eventually(() => daysShown().length, 42)
  const failed = screen.getByRole('button', { name: '10 June 2031, Functional test: 1' })
  expect([...failed.querySelectorAll('i')].map(({ dataset }) => dataset.mark)).toEqual(['failed', 'functional'])
  fireEvent.click(failed)
  await eventually(listed, ['10 Jun 2031', '18 Jun 2031', '4 Aug 2031'])
  expect(router.history.location.search).toContain('day=2031-06-10')
})

test('the next week is one press away, and the year may end without tests', async () => {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Next week' }))
  await eventually(daysShown, ['16', '17', '18', '19', '20', '21', '22'])
  fireEvent.click(screen.getByRole('button', { name: 'Whole month' }))
  for (const month of ['July', 'August', 'September']) {
    fireEvent.click(await screen.findByRole('button', { name: 'Next month' }))
    await screen.findByRole('button', { name: new RegExp(`^22 ${month} 2031`), pressed: true })
  }
  screen.getByText('No further test in 2031')
})
