import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { AssignZoneDialog } from './AssignZoneDialog.tsx'
import { ZoneManagementPage } from './ZoneManagementPage.tsx'
import { ZonesPage } from './ZonesPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const stairsId = '00000000-0000-4000-8000-0000000000a1'
const topic = 'imagined_0A1B2C'
const zone = (id: string, zoneName: string, change: Partial<Zone> = {}): Zone => ({
  id,
  zoneName,
  collections: [],
  groups: [],
  scenes: [],
  version: 1,
  ...change,
})
const night = zone('n', 'Night', { collections: [stairsId], groups: [{ cu: topic, groups: [3] }] })
const zones = [zone('h', 'Hall'), night]
const stairs = { id: stairsId, name: 'Stairs', cu: topic, groups: [3], uses: [], version: 1 }
const lamp = (id: number, groups: number[], condition: string, type: string) => ({
  cu: topic,
  id,
  serial: `A1B2C${id}`,
  groups,
  condition,
  type,
  errors: [],
  dimming: null,
  description: '',
  location: '',
})
const lamps = [
  lamp(1, [3], 'ok', 'emergency'),
  lamp(2, [], 'error', 'lighting'),
  lamp(3, [3], 'offline', 'lighting'),
  lamp(4, [], 'ok', 'emergency'),
]

type Answers = Parameters<typeof renderInPlant>[2]
const answers: NonNullable<Answers> = ({ action }) => {
  if (action === 'getZones') return { zones }
  if (action === 'getZoneLamps') return { zones: [{ zone_id: 'n', topic, addrs: [2] }] }
  if (action === 'getCollections') return { collections: [stairs] }
  return action === 'getLamps' ? { lamps, total: lamps.length, next: null } : {}
}
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

test('zones show their contents and worst state, and empty zones have none', async () => {
  await renderInPlant(<ZonesPage />, plantWith(), answers)
  const row = await rowOf('Night')
  const cells = [...row.querySelectorAll('td')].map((cell) => cell.textContent)
  expect(cells).toEqual(['Night', 'Error', '3', '1', 'Stairs'])
  expect(within(await rowOf('Hall')).getByText('No devices')).toBeDefined()
})

test('an empty page offers a new zone, which needs a name', async () => {
  const { calls } = await renderInPlant(<ZonesPage />, plantWith(), (call) =>
    call.action === 'getZones' ? { zones: [] } : answers(call),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'New zone' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'))
  expect(calls.some(({ action }) => action === 'saveZone')).toBe(false)
})

test('a duplicate name is reported at its field, and aggregations are sent as ids', async () => {
  const { calls } = await renderInPlant(<ZoneManagementPage />, plantWith(), (call) =>
    call.action === 'saveZone' ? refusal('ZONE_NAME_TAKEN') : answers(call),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'New zone' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Name' }), { target: { value: 'Night' } })
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'Stairs' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Another zone of the plant has this name.')).toBeDefined()
  const saveCalls = calls.find(({ action }) => action === 'saveZone')
  expect(saveCalls).toMatchObject({ zone: { zoneName: 'Night', collections: [stairsId] } })
})

test('removing a zone first shows what is lost', async () => {
  const { calls } = await renderInPlant(<ZoneManagementPage />, plantWith(), answers)
  fireEvent.click(await screen.findByText('Night'))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Night?' }))
  for (const lostPart of ['3 devices', '1 aggregation']) expect(dialog.getByText(lostPart)).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(calls.find(({ action }) => action === 'removeZone')).toMatchObject({ zoneId: 'n' }))
})

test('a reader cannot change anything', async () => {
  await renderInPlant(<ZoneManagementPage />, plantWith({ plant: { role: 'clientStaff' } }), answers)
  expect((await screen.findByRole('button', { name: 'New zone' })).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(await screen.findByText('Night'))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('readOnly', true)
  for (const button of ['Save', 'Remove'])
    expect(screen.getByRole('button', { name: button }).getAttribute('aria-disabled')).toBe('true')
})

test('any number of devices are added to the required zone in one call', async () => {
  const onClose = vi.fn()
  const units = ['logica_0A1B01', 'logica_0A1B02', 'logica_0A1B03']
  const manyLamps = units.flatMap((cu) => Array.from({ length: 992 }, (_, at) => ({ cu, id: at + 1 })))
  const { calls } = await renderInPlant(<AssignZoneDialog lamps={manyLamps} onClose={onClose} />, plantWith(), answers)
  const assignButton = await screen.findByRole('button', { name: 'Put in' })
  expect(assignButton.getAttribute('aria-description')).toBe('No zone is selected.')
  fireEvent.click(screen.getByRole('combobox', { name: 'Zone' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Hall' }))
  fireEvent.click(assignButton)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const updateCalls = calls.filter(({ action }) => action === 'updateZoneLamps') as unknown as {
    zoneId: string
    change: string
    lamps: { topic: string; addr: number[] }[]
  }[]
  const countAddrs = (zoneLamps: (typeof updateCalls)[number]['lamps']) =>
    zoneLamps.map(({ topic: unit, addr }) => [unit, addr.length])
  expect(updateCalls.map(({ zoneId, change, lamps: zoneLamps }) => [zoneId, change, countAddrs(zoneLamps)])).toEqual([
    ['h', 'add', units.map((unit) => [unit, 992])],
  ])
})
