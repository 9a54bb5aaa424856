import { createMemoryHistory } from '@tanstack/history'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { DemoControl, DemoPlant } from '@vigilux/contract/demo.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plantId } from '../testing/plant.tsx'
import { renderWithTexts } from '../testing/render.tsx'
import { DemoMenu } from './DemoMenu.tsx'

const [first, second] = ['logica_0A1B2C', 'sicuro_0D1A01']
let plant: DemoPlant
let orders: DemoControl[]

beforeEach(() => {
  orders = []
  plant = {
    mayControl: true,
    units: [
      { topic: first, isOnBattery: false, broken: [{ addr: 31, isBattery: false }] },
      { topic: second, isOnBattery: true, broken: [] },
    ],
    chosen: null,
  }
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/dev/demo/speed') return Response.json({ data: { speed: 60 } })
    if (address === '/dev/demo/control') orders.push(JSON.parse(String(init?.body)))
    return Response.json({ data: plant })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const openAt = async (path: string) => {
  const root = createRootRoute()
  const routes = ['/home', '/plant/$plantId', '/unit/$plantId/$unit', '/plantcentralunits/$plantId'].map((pattern) =>
    createRoute({ getParentRoute: () => root, path: pattern, component: DemoMenu }),
  )
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await renderWithTexts(<RouterProvider router={router as never} />)
  await screen.findByText('The plants live 60 times as fast')
}
const building = () => screen.findByRole('region', { name: 'In the building' })
const ordered = (order: object) => waitFor(() => expect(orders.at(-1)).toEqual({ plantId, ...order }))

test('outside a plant the menu shows only the speed', async () => {
  await openAt('/home')
  expect(screen.queryByRole('region', { name: 'In the building' })).toBeNull()
})

test('the menu cuts and restores mains and links to each front panel', async () => {
  await openAt(`/plant/${plantId}`)
  const region = await building()
  fireEvent.click(await within(region).findByRole('button', { name: 'Cut the mains of unit 0A1B2C' }))
  await ordered({ control: 'mains', topic: first, on: false })
  const restore = within(region).getByRole('button', { name: 'Restore the mains of unit 0D1A01' })
  await waitFor(() => expect(restore).toHaveProperty('disabled', false))
  fireEvent.click(restore)
  await ordered({ control: 'mains', topic: second, on: true })
  const all = within(region).getByRole('button', { name: 'Cut the mains of all units' })
  await waitFor(() => expect(all).toHaveProperty('disabled', false))
  fireEvent.click(all)
  await ordered({ control: 'mains', on: false })
  const link = within(region).getByRole('link', { name: 'Front panel of unit 0A1B2C' })
  expect(link.getAttribute('href')).toBe('/dev/panel/logica_0A1B2C')
})

test('a broken lamp is repaired or gets a new battery', async () => {
  await openAt(`/plant/${plantId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Repair lamp 0031 of unit 0A1B2C' }))
  await ordered({ control: 'repair', topic: first, addr: 31 })
  const renew = screen.getByRole('button', { name: 'Replace the battery of lamp 0031 of unit 0A1B2C' })
  await waitFor(() => expect(renew).toHaveProperty('disabled', false))
  fireEvent.click(renew)
  await ordered({ control: 'battery', topic: first, addr: 31 })
})

test('the page of a unit controls only that unit', async () => {
  await openAt(`/unit/${plantId}/${second}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Break a lamp' }))
  await ordered({ control: 'break', topic: second })
  expect(screen.queryByRole('button', { name: /0A1B2C/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cut the mains of all units' })).toBeNull()
})

test('an open lamp is controlled even if it is well', async () => {
  await openAt(`/plantcentralunits/${plantId}?lamp=${first}.7`)
  fireEvent.click(await screen.findByRole('button', { name: 'Break this lamp' }))
  await ordered({ control: 'break', topic: first, addr: 7 })
  const renew = screen.getByRole('button', { name: 'Replace the battery of lamp 0007 of unit 0A1B2C' })
  await waitFor(() => expect(renew).toHaveProperty('disabled', false))
  expect(screen.queryByRole('button', { name: 'Repair lamp 0007 of unit 0A1B2C' })).toBeNull()
})

test('the menu shows some of many broken lamps and counts the rest', async () => {
  const brokenLamps = Array.from({ length: 9 }, (_, index) => ({ addr: index + 1, isBattery: false }))
  plant = { ...plant, units: [{ topic: first, isOnBattery: false, broken: brokenLamps }] }
  await openAt(`/plant/${plantId}`)
  await screen.findByText('5 more broken lamps')
  expect(screen.getAllByRole('button', { name: /^Repair lamp/ })).toHaveLength(4)
})

test('a reader sees the state of the units and why no controls are shown', async () => {
  plant = { ...plant, mayControl: false }
  await openAt(`/plant/${plantId}`)
  const region = await building()
  await within(region).findByText(/This role only looks on/)
  expect(within(region).getByText('No mains')).toBeTruthy()
  expect(within(region).queryByRole('button')).toBeNull()
})
