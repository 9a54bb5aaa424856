import { cleanup, screen, within } from '@testing-library/react'
import { type RecentEvent, recentEvent } from '@vigilux/contract/features/overview/recent-event.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { overviewPatches } from './plant-overview.realtime.ts'
import { RecentEvents } from './RecentEvents.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cu = 'logica_0A1B2C'
const id = '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'
const at = (minute: number) => `2026-03-02T09:${String(minute).padStart(2, '0')}:00.000Z`
const fault = { kind: 'lampFault', error: 'battery_short', cleared: false, lamps: [7], total: 1, cu }
const foundThing = { kind: 'room', id: 'r', name: 'West wing' }

/** Each event, its text, and its link. */
const lines: [event: object, words: string, path: string][] = [
  [fault, 'Lamp 0007: Battery: short circuit', `unit=${cu}&lamp=${cu}.7`],
  [{ ...fault, lamps: [7, 8], total: 9 }, '9 lamps: Battery: short circuit', 'fault=battery_short'],
  [{ ...fault, cleared: true }, 'Fault cleared, lamp 0007: Battery: short circuit', `lamp=${cu}.7`],
  [{ kind: 'unitFault', cu, error: 'charger', cleared: true }, 'Fault cleared, unit 0A1B2C', `unit=${cu}`],
  [{ kind: 'mains', cu, failed: true }, 'Mains failure at unit 0A1B2C', `unit=${cu}`],
  [{ kind: 'connection', cu, connected: false }, 'Unit 0A1B2C does not answer', `unit=${cu}`],
  [
    { kind: 'test', cu, by: 'Ada', test_id: id, test: 'autonomy', state: 'stopped' },
    'Autonomy test stopped',
    `tab=results&test=${id}`,
  ],
  [
    { kind: 'command', cu, by: 'Ada', command: 'identify', state: 'failed', count: 3 },
    '3 × Identify: failed',
    `/unit/${plantId}/${cu}/history`,
  ],
  [{ kind: 'entry', cu, by: null, entry: 'unitEnrolled' }, 'Enrolled', `/unit/${plantId}/${cu}/history`],
  [{ kind: 'change', by: 'Ada', action: 'saveRoom', thing: foundThing, moreThings: 0 }, 'West wing', 'tab=audit'],
]
const events: RecentEvent[] = lines.map(([event], n) => recentEvent.parse({ ...event, at: at(50 - n) }))

const open = () =>
  renderInPlant(<RecentEvents />, plantWith(), ({ action }) => (action === 'getRecentEvents' ? { events } : {}))

test('each event shows its text, its link and its author', async () => {
  stubPhone()
  await open()
  await loadTextBundles('audit')
  await screen.findByText(/West wing/)
  const items = screen.getAllByRole('listitem')
  expect(items).toHaveLength(lines.length)
  for (const [n, [, expectedText, path]] of lines.entries()) {
    const link = within(items[n] as HTMLElement).getByRole('link')
    expect(link.textContent).toContain(expectedText)
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(path)
  }
  expect(items.map(({ textContent }) => textContent?.includes('Ada'))).toEqual(
    lines.map(([event]) => 'by' in event && event.by === 'Ada'),
  )
  expect(document.body.textContent).not.toMatch(/saveRoom|lampFault|\{\{/)
})

test('beside the energy the newest four are listed', async () => {
  await open()
  await screen.findByText(/Fault cleared, lamp 0007/)
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
})

test('a plant without events says so', async () => {
  await renderInPlant(<RecentEvents />, plantWith(), () => ({ events: [] }))
  expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy()
})

test.each(['plantCounts', 'response', 'saveRoom'] as const)(
  'the events are reloaded after %s of this plant only',
  (name) => {
    const read: boolean[] = []
    const cache = {
      refetchSpread: (action: string, fits: (input: { plantId: string }) => boolean) =>
        read.push(action === 'getRecentEvents' && fits({ plantId }) && !fits({ plantId: 'other' })),
    }
    overviewPatches[name]?.(cache as never, { plant_id: plantId } as never)
    expect(read).toEqual([true])
  },
)
