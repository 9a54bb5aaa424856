import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { MonitoringZonesPage } from './MonitoringZonesPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  location.hash = ''
})

const topic = 'imagined_0A1B2C'
const zone = (id: string, name: string, addrs: number[]) => ({
  id,
  name,
  version: 1,
  lamps: addrs.length > 0 ? [{ topic, addrs }] : [],
})
const zones = [zone('h', 'Hall', [1, 2]), zone('s', 'Shop', [])]
const lamp = (id: number, type: string) => ({
  cu: topic,
  id,
  serial: `A1B2C${id}`,
  groups: [],
  condition: 'ok',
  type,
  errors: [],
  dimming: 40,
  description: `Place ${id}`,
  location: '',
})
const lamps = [lamp(1, 'lighting'), lamp(2, 'lighting'), lamp(3, 'lighting'), lamp(4, 'emergency')]

type Answers = NonNullable<Parameters<typeof renderInPlant>[2]>
const total = { from: '2026-03-01', until: '2026-03-31', used: 4_500, litHours: 12, missing: 0, jumps: 0, resets: 0 }
const saving = { saved: 1_500, percent: 25 }
const summary = {
  timezone: 'Europe/Rome',
  since: null,
  lamps: { count: 2, ratedW: 80, unrated: 0 },
  now: { powerW: 60, at: '2026-03-31T12:00:00Z', unknown: 0 },
  periods: {
    day: { total: { ...total, used: null, missing: 4 }, saving: null },
    week: { total, saving: null },
    month: { total, saving },
    year: { total, saving },
  },
}
const answers: Answers = ({ action, ...call }) => {
  if (action === 'getEnergySummary') return summary
  if (action === 'getMonitoringZonesPost') return { zones }
  if (action === 'getLamps') return { lamps, total: lamps.length, next: null }
  if (action === 'updateZoneEnergyLamps')
    return call.change === 'add'
      ? { zone: zones[1], taken: [{ topic, addr: 3, zone_id: 'h', zone_name: 'Hall' }], taken_count: 1 }
      : { zone: zones[0], taken: [], taken_count: 0 }
  return {}
}
const open = async (name: string) => {
  fireEvent.click((await screen.findByText(name)).closest('tr') as HTMLElement)
  return within(await screen.findByRole('complementary', { name }))
}
const button = (name: string) => screen.findByRole('button', { name })

test('an empty page offers a new zone with permission and explains zones to others', async () => {
  const noZones: Answers = (call) => (call.action === 'getMonitoringZonesPost' ? { zones: [] } : answers(call))
  await renderInPlant(<MonitoringZonesPage />, plantWith(), noZones)
  expect(await button('New monitoring zone')).toBeTruthy()
  cleanup()
  await renderInPlant(<MonitoringZonesPage />, plantWith({ plant: { role: 'clientOwner' } }), noZones)
  expect(await screen.findByText('No monitoring zones yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New monitoring zone' })).toBeNull()
})

test('a zone needs a name', async () => {
  const { calls } = await renderInPlant(<MonitoringZonesPage />, plantWith(), (call) =>
    call.action === 'createMonitoringZone' ? refusal('ZONE_NAME_TAKEN') : answers(call),
  )
  fireEvent.click(await button('New monitoring zone'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New monitoring zone' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(name, { target: { value: 'Hall' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Another zone of the plant has this name.')).toBeTruthy()
  expect(calls.filter(({ action }) => action === 'createMonitoringZone')).toMatchObject([{ plantId, name: 'Hall' }])
})

test('only free lighting lamps are offered, and lamps taken meanwhile are named', async () => {
  const { calls } = await renderInPlant(<MonitoringZonesPage />, plantWith(), answers)
  const panel = await open('Shop')
  expect(await panel.findByText('No lamps in this zone yet.')).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: 'Add lamps' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add lamps to Shop' }))
  const offered = await dialog.findAllByRole('checkbox')
  expect(offered).toHaveLength(1)
  fireEvent.click(offered[0] as HTMLElement)
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const updateCalls = calls.filter(({ action }) => action === 'updateZoneEnergyLamps')
  expect(updateCalls).toMatchObject([{ plantId, zoneId: 's', change: 'add', lamps: [{ topic, addr: [3] }] }])
})

test('selected lamps are removed from a zone', async () => {
  const { calls } = await renderInPlant(<MonitoringZonesPage />, plantWith(), answers)
  const panel = await open('Hall')
  const lampsOfHall = await panel.findAllByRole('checkbox')
  expect(lampsOfHall).toHaveLength(2)
  expect(panel.getAllByText(/40.%|40%/)).toHaveLength(2)
  expect(panel.getByRole('button', { name: 'Take out' }).getAttribute('aria-description')).toBe('Select lamps first.')
  fireEvent.click(lampsOfHall[1] as HTMLElement)
  fireEvent.click(panel.getByRole('button', { name: 'Take out' }))
  await waitFor(() =>
    expect(calls.filter(({ action }) => action === 'updateZoneEnergyLamps')).toMatchObject([
      { zoneId: 'h', change: 'remove', lamps: [{ topic, addr: [2] }] },
    ]),
  )
})

test('deleting a zone asks first and says what remains', async () => {
  const { calls } = await renderInPlant(<MonitoringZonesPage />, plantWith(), answers)
  const panel = await open('Hall')
  fireEvent.click(await panel.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Hall?' }))
  expect(dialog.getByText(/stays on record with the plant/)).toBeTruthy()
  expect(calls.some(({ action }) => action === 'deleteMonitoringZone')).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(calls.some(({ action }) => action === 'deleteMonitoringZone')).toBe(true))
})

test('a zone shows power, consumption and savings and marks an incomplete sum', async () => {
  await renderInPlant(<MonitoringZonesPage />, plantWith(), answers)
  const energy = within(await (await open('Hall')).findByRole('region', { name: 'Energy' }))
  expect(await energy.findByText(/0\.06.kW/)).toBeTruthy()
  const rows = energy.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/^Day– incomplete–$/),
    expect.stringMatching(/^Week4\.5.kWh–$/),
    expect.stringMatching(/^Month4\.5.kWh1\.5.kWh 25%$/),
    expect.stringMatching(/^Year4\.5.kWh1\.5.kWh 25%$/),
  ])
})
