import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import type { CalendarRow } from './calendar-rows.ts'
import { MonthList } from './MonthList.tsx'

afterEach(cleanup)

const row = (day: string, overdue = false): CalendarRow => ({
  key: day,
  plantId,
  plantname: 'Hotel Bellavista',
  timezone: 'Europe/Rome',
  cu: 'imagined_0A1B2C',
  cuId: '0A1B2C',
  description: 'Main',
  kind: 'functional',
  at: `${day}T08:00:00.000Z`,
  day,
  test: null,
  deferred: false,
  overdue,
  byPlatform: false,
})
const open = async (...rows: CalendarRow[]) => {
  await renderInPlant(<MonthList rows={rows} onePlant year={2031} today="2031-06-15" />, plantWith())
  await screen.findByRole('region', { name: 'Tests of 2031' })
}
const months = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const fold = () => screen.queryByText(/earlier tests? this year/)?.closest('details')

test('the list starts with this month and folds earlier months', async () => {
  await open(row('2031-01-10'), row('2031-02-10'), row('2031-06-01'), row('2031-08-10'))
  const refolded = fold()
  expect(refolded?.querySelector('summary')?.textContent).toBe('2 earlier tests this year')
  expect(within(refolded as HTMLElement).getAllByRole('listitem', { hidden: true })).toHaveLength(2)
  expect(months().slice(-2)).toEqual(['June 2031', 'August 2031'])
})

test('an overdue test stays unfolded', async () => {
  await open(row('2031-01-10'), row('2031-02-10', true), row('2031-08-10'))
  expect(fold()?.querySelector('summary')?.textContent).toBe('1 earlier test this year')
  expect(months().slice(-2)).toEqual(['February 2031', 'August 2031'])
})

test('a past year is unfolded', async () => {
  await open(row('2031-01-10'), row('2031-02-10'))
  expect(fold()).toBeUndefined()
  expect(months()).toEqual(['January 2031', 'February 2031'])
})
