import { cleanup, screen, within } from '@testing-library/react'
import type { NewEntry } from '@vigilux/contract/features/week/new-entry.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { NewEntries } from './index.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const plant = { id: plantId, name: 'Hotel Bellavista', timezone: 'Europe/Rome' }
const newEntry = (no: number, entry: object, count = 1) =>
  ({
    plant,
    count,
    entry: {
      no,
      id: crypto.randomUUID(),
      at: `2026-03-02T0${no}:00:00.000Z`,
      cu: 'logica_0A1B2C',
      lamp: null,
      corrects: null,
      about: null,
      facts: {},
      text: '',
      result: null,
      ignored: false,
      ...entry,
    },
  }) as unknown as NewEntry

const show = (lastVisitAt: string | null, entries: NewEntry[]) => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
  return renderInPlant(<NewEntries />, plantWith(), () => ({ lastVisitAt, entries }))
}

test('each new entry has its plant, its time there and a link to it', async () => {
  await show('2026-02-23T09:00:00.000Z', [
    newEntry(8, { kind: 'lampFault', lamp: 7, facts: { error: 'battery_short' } }, 9),
    newEntry(7, { kind: 'drill', cu: null, text: 'All floors' }),
  ])
  await screen.findByRole('heading', { name: /^Since your last visit: 23 Feb/ })
  const [fault, drill] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement]
  expect(fault.textContent).toContain('Hotel Bellavista · 9 lamps · 0A1B2C · Battery: short circuit')
  expect(
    within(fault)
      .getByRole('link', { name: /^Lamp fault/ })
      .getAttribute('href'),
  ).toBe(`#/logbook/${plantId}?entry=8`)
  expect(drill.textContent).toMatch(/08:00.*Evacuation drill.*Hotel Bellavista · All floors$/)
})

test('without a visit in the last 30 days it shows these days', async () => {
  await show(null, [])
  await screen.findByRole('heading', { name: 'Last 30 days' })
  screen.getByText('No new logbook entries.')
})
