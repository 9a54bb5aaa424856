import { cleanup, screen, within } from '@testing-library/react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { InhibitedBanner } from './InhibitedBanner.tsx'
import { InhibitedCard } from './InhibitedCard.tsx'
import { PanelLights } from './PanelLights.tsx'
import { PanelUnits } from './PanelUnits.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
const { lamps } = unitWith()
const timed = (endsInMs = 600_000) => unitWith({ inhibition: { until: soon(endsInMs) } })
const switched = unitWith({ cu_id: '0D1A02', cu_location: 'Battery room', inhibition: { until: null } })
const ofOneLamp = unitWith({ cu_id: '0C77A1', lamps: { ...lamps, inhibited: 1 } })

const renderPart = (part: React.ReactNode, units: CentralUnit[], requests: object[] = []) =>
  renderInPlant(part, { ...plantWith({ units }), servedAt: new Date().toISOString() }, ({ action }) =>
    action === 'getUnitTypes' ? { types: [{ cu_type: 'imagined', commands: ['inhibit'] }] } : { requests },
  )
const openCard = async (...inhibited: CentralUnit[]) => {
  await renderPart(<InhibitedCard inhibited={inhibited} others={[]} requests={[]} />, inhibited)
  return within(await screen.findByRole('region', { name: 'System inhibited' }))
}

test('an overdue inhibition is an alarm that shows its planned end', async () => {
  await openCard(timed())
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await openCard(timed(-120_000))
  expect((await screen.findByRole('alert')).textContent).toContain('The inhibition should have ended at')
})

test('dark lamps of several causes are added once, and only what ends from here has a button', async () => {
  const card = await openCard(timed(), switched, ofOneLamp)
  card.getByRole('heading', { name: '9 lamps inhibited' })
  card.getByText('If the mains fails now, 9 lamps stay dark.')
  card.getByText(/The inhibition of 4 lamps ends automatically at/)
  card.getByText(/4 lamps are inhibited by a switch on the unit, until someone turns it off\./)
  card.getByText(/1 lamp inhibited on its own\./)
  expect(card.getByRole('listitem').textContent).toBe('Unit 0D1A02 · Battery room')
  await card.findByRole('button', { name: 'End inhibition of 4 lamps' })
})

test.each<[string, CentralUnit[], RegExp]>([
  ['an end', [timed()], /4 lamps stay dark\. The inhibition ends automatically at \d\d:\d\d.* \(\d+\smin\)\.$/],
  [
    'a switch',
    [switched],
    /4 lamps stay dark\. Set by a switch on the unit\. It stays on until someone turns it off\.$/,
  ],
  ['both', [timed(), switched], /8 lamps stay dark\. 4 lamps are inhibited by a switch on the unit, until someone /],
  ['one lamp of its own', [ofOneLamp], /^System inhibitedIf the mains fails now, 1 lamp stays dark\.\s*$/],
])('the banner of every page names what ends an inhibition: %s', async (_, units, text) => {
  await renderPart(<InhibitedBanner />, units)
  const banner = await screen.findByRole('region', { name: 'System inhibited' })
  await vi.waitFor(() => expect(banner.querySelector('div')?.textContent).toMatch(text))
})

test('the banner calls no unit a switch that the platform inhibits, or while this is unknown', async () => {
  const warning = unitWith({ warnings: ['system_inhibited'] })
  const request = { topic: 'imagined_0A1B2C', state: 'inhibited', requested_at: soon(-60_000) }
  await renderPart(<InhibitedBanner />, [warning, ofOneLamp], [request])
  const banner = () => screen.findByRole('region', { name: 'System inhibited' })
  expect((await banner()).textContent).toMatch(/5 lamps stay dark\. \D*$/)
  expect(screen.queryByText(/switch/)).toBeNull()
  cleanup()
  const { calls } = await renderInPlant(<InhibitedBanner />, plantWith({ units: [warning] }), () =>
    refusal('SERVER_BUSY'),
  )
  await vi.waitFor(() => expect(calls.map(({ action }) => action)).toContain('getInhibitions'))
  expect((await banner()).textContent).toMatch(/4 lamps stay dark\. \D*$/)
  expect(screen.queryByText(/switch/)).toBeNull()
})

test('an inhibition by a switch has nothing to press', async () => {
  const card = await openCard(switched)
  expect(card.queryByRole('button')).toBeNull()
})

test('units say by whom and until when they are inhibited, or why this is unknown', async () => {
  const units = [
    unitWith({ cu_id: '000001', lamps: { ...lamps, present: 0, emergency: 0 } }),
    unitWith({ cu_id: '000002', cu_connected: false, connection: 'disconnected', inhibition: { until: null } }),
    unitWith({ cu_id: '000003', cu_type: 'other' }),
    { ...switched, cu_id: '000004' },
    { ...timed(), cu_id: '000005' },
  ]
  const request = { topic: 'imagined_000005', state: 'inhibited', requested_by: 'Marta Rinaldi', requested_at: soon(0) }
  await renderPart(<PanelUnits units={units} onOpen={() => undefined} />, units, [request])
  await screen.findByText('Marta Rinaldi')
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^000004.*Switch on the unit.*no end time$/),
    expect.stringMatching(/^000005.*Marta Rinaldi.*ends \d\d:\d\d/),
    expect.stringMatching(/^000002.*Offline.*–Not known, last seen /),
    expect.stringMatching(/^00000[13].*Ready/),
    expect.stringMatching(/^00000[13].*Ready/),
  ])
  screen.getByText('no lamps of its own')
  screen.getByText('its type cannot be inhibited')
})

test('Ready is lit once every unit with lamps is ready, whatever a unit without lamps reports', async () => {
  const empty = unitWith({ cu_id: '000001', connection: 'disconnected', lamps: { ...lamps, present: 0 } })
  await renderPart(<PanelLights units={[unitWith(), empty]} />, [unitWith(), empty])
  const ready = (await screen.findByText('1 unit ready')).closest('li')
  expect(ready?.querySelector('[data-led]')?.getAttribute('data-led')).toBe('on')
  cleanup()
  await renderPart(<PanelLights units={[switched, empty]} />, [switched, empty])
  await screen.findByText('No unit with lamps is ready')
})
