import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { EnergyPage } from './EnergyPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  location.hash = ''
})

const hours = (start: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(start) + n * 3_600_000).toISOString())
const total = { from: '2026-03-01', until: '2026-03-31', used: 4_500, litHours: 12, missing: 8, jumps: 1, resets: 0 }
const days = {
  starts: ['2026-02-28T23:00:00Z', '2026-03-01T23:00:00Z', '2026-03-02T23:00:00Z'],
  used: [1_500, 3_000, null],
}
const answer = {
  timezone: 'Europe/Rome',
  series: { ...days, missing: [0, 0, 8], jumps: [0, 1, 0] },
  total,
  lastYear: {
    series: { ...days, used: [2_000, null, null], missing: [0, 0, 0], jumps: [0, 0, 0] },
    total: { ...total, from: '2025-03-01', until: '2025-03-31', used: 2_000, missing: 0, jumps: 0 },
  },
  lamps: { count: 2, ratedW: 80, unrated: 0 },
  now: { powerW: 60, at: '2026-03-31T12:00:00Z', unknown: 0 },
  since: '2026-02-28T23:00:00Z',
  setAside: 0,
}
const starts = hours('2026-02-28T23:00:00Z', 48)
const heat = {
  ...answer,
  series: {
    starts,
    used: starts.map((_, n) => (n === 5 ? null : 60)),
    missing: starts.map((_, n) => (n === 5 ? 8 : 0)),
    jumps: starts.map(() => 0),
  },
}
type Answers = NonNullable<Parameters<typeof renderInPlant>[2]>
const answers: Answers = ({ action, ...call }) => {
  if (action === 'getEnergy') return call.step === 'hour' ? heat : answer
  return action === 'getMonitoringZonesPost' ? { zones: [{ id: 'h', name: 'Hall', version: 1, lamps: [] }] } : {}
}

test('a month is told by its days, its sum says what is missing, and a gap is never a zero', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), answers)
  expect(await screen.findByText(/incomplete: 2 lamp hours missing, 1 jump of a counter not counted/)).toBeTruthy()
  const rows = [...document.querySelectorAll('.vx-table tbody tr')]
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/1 Mar 2026.*1\.52$/),
    expect.stringMatching(/2 Mar 2026.*3–1$/),
    expect.stringMatching(/3 Mar 2026.*––2$/),
  ])
})

test('hours and days: an hour without data is hatched and says so, and the colours can be read as numbers', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), answers)
  const [region] = await screen.findAllByRole('region', { name: 'By hour and day' })
  const heatMap = within(region as HTMLElement)
  const table = await heatMap.findByRole('table')
  const cells = within(table).getAllByRole('cell')
  expect(cells).toHaveLength(48)
  expect(cells.filter((cell) => cell.hasAttribute('data-gap')).map(({ title }) => title)).toEqual([
    'No data · 2 lamp hours missing',
  ])
  expect(table.hasAttribute('data-numbers')).toBe(false)
  fireEvent.click(heatMap.getByRole('button', { name: 'Show numbers' }))
  expect(table.hasAttribute('data-numbers')).toBe(true)
})

test('another period or zone is asked for, and stands in the address', async () => {
  const { calls } = await renderInPlant(<EnergyPage />, plantWith(), answers)
  fireEvent.change(await screen.findByLabelText('Consumption of'), { target: { value: 'h' } })
  fireEvent.click(await screen.findByText('Year'))
  await vi.waitFor(() =>
    expect(calls.filter(({ action }) => action === 'getEnergy').at(-1)).toMatchObject({
      ...{ of: { kind: 'zone', zoneId: 'h' }, period: 'year', step: 'month' },
    }),
  )
})

test('where nobody measures it says what would be there', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), (call) =>
    call.action === 'getEnergy' ? { ...answer, since: null } : answers(call),
  )
  expect(await screen.findByText('Nothing is measured yet')).toBeTruthy()
})
