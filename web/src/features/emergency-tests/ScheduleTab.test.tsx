import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { ScheduleTab } from './ScheduleTab.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Next tests by unit: functional and autonomy. */
const dates: Record<string, [string, string]> = {
  '0A1B01': ['2026-12-03T05:00:00.000Z', '2026-12-09T05:00:00.000Z'],
  '0A1B02': ['2026-12-02T05:00:00.000Z', '2026-12-20T05:00:00.000Z'],
  '0A1B03': ['2026-12-07T05:00:00.000Z', '2026-12-01T05:00:00.000Z'],
}
const units = Object.keys(dates).map((cu_id) => unitWith({ cu_id }))

test('each column of dates is sorted by its own date', async () => {
  await renderInPlant(<ScheduleTab />, plantWith({ units }), ({ action, cuId }) => {
    if (action === 'getUnitTypes') return { types: [{ cu_type: 'imagined', commands: ['setPeriodFunzionale'] }] }
    if (action === 'getNextTests') return { tests: [], planEnd: null }
    const [functional, autonomy] = dates[`${cuId}`] ?? []
    const schedule = (next?: string) => ({ next, period: '4w', deferred: false })
    return { detail: { functional: schedule(functional), autonomy: schedule(autonomy) } }
  })
  const order = () =>
    screen
      .getAllByRole('row')
      .map(({ textContent }) => /0A1B0\d/.exec(`${textContent}`)?.[0])
      .filter(Boolean)
  const sortBy = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByText('0A1B01')
  expect(order()).toEqual(['0A1B02', '0A1B01', '0A1B03'])
  sortBy('Autonomy test')
  await waitFor(() => expect(order()).toEqual(['0A1B03', '0A1B01', '0A1B02']))
  sortBy('Functional test')
  await waitFor(() => expect(order()).toEqual(['0A1B02', '0A1B01', '0A1B03']))
})
