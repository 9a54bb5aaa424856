import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { UserType } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quickQueries, renderAt } from '../../testing/render.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { stubSilentSocket } from '../../testing/silent-socket.ts'

let usertype: UserType
let calls: { action: string; search?: string }[]

const address = {
  country: 'IT',
  housenumber: '41',
  city: 'Merano',
  street: 'Corso Libertà',
  prov: '',
  cap: '',
  lat: null,
  long: null,
}
const plant = {
  plant_id: '00000000-0000-4000-8000-000000000001',
  plantname: 'Hotel Bellavista',
  plant_type: 'basic',
  tier: 'basic',
  pro_expiry: null,
  address,
  timezone: 'Europe/Rome',
  role: 'installerAdministrator',
  favourite: false,
  condition: 'error' as Condition,
  result: 'unknown',
  units: { total: 2, connected: 1 },
  lamps: 3,
  counts: { ...emptyCounts(), ok: 1, error: 2 },
  attention: [
    { condition: 'error', code: 'lamp.charger', count: 1, cu: 'logica_0C91D2', since: null },
    { condition: 'error', code: 'lamp.charger', count: 1, cu: 'logica_0C91D3', since: null },
    { condition: 'offline', code: 'unit_offline', count: 9, cu: 'logica_0C91D2', since: null },
  ],
  hasOwner: false,
  archived_at: null,
}
type Plant = typeof plant
let plants: Plant[]
/** OK plants on other pages of the list. */
let okElsewhere: number

function answer(action: string, search = ''): unknown {
  if (action === 'checkInvitoPendente') return { invitations: [] }
  if (action === 'getPlantOutlooks') return { outlooks: [] }
  if (action === 'getWeek') return { duties: [], totals: [], next: null, plants: 0 }
  if (action === 'getUserInfos')
    return { user: { appConfig: {}, recentPlants: [], address, support: { email: '', phone: null } } }
  const found = plants.filter(({ plantname }) => plantname.includes(search))
  const totals = { plants: found.length, lamps: 3, units: 2, connected: 1 }
  const counts = { tiers: { basic: found.length, pro: 0, expired: 0 }, roles: {}, favourites: 0, archived: 0 }
  const conditions = { ...emptyCounts(), ok: okElsewhere }
  for (const { condition } of found) conditions[condition] += 1
  return {
    plants: found,
    total: found.length,
    totals,
    conditions,
    ...counts,
  }
}

beforeEach(() => {
  calls = []
  plants = []
  okElsewhere = 0
  localStorage.clear()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session')) {
      const data = {
        userid: plant.plant_id,
        email: 'a@b.test',
        name: 'Demo',
        usertype,
        scope: null,
        suspended: false,
        language: 'en',
      }
      return Response.json({ data })
    }
    const call = JSON.parse(String(init?.body)) as { action: string; search?: string }
    calls.push(call)
    return Response.json({ data: answer(call.action, call.search) })
  })
  stubSilentSocket()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an installer without plants is offered to create one', async () => {
  usertype = 'installer'
  await renderAt('/home')
  expect(await screen.findByRole('button', { name: 'Create your first plant' })).toBeTruthy()
})

test('a basic user chooses installer or client and cannot create plants', async () => {
  usertype = 'basic'
  await renderAt('/home')
  expect(await screen.findByRole('button', { name: 'Register as installer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Register as client' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New plant' })).toBeNull()
})

test('a client without plants is asked to request an invitation', async () => {
  usertype = 'client'
  await renderAt('/home')
  expect(await screen.findByText(/Ask your installer for an invitation/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New plant' })).toBeNull()
})

test('a plant shows the problems of all its units', async () => {
  usertype = 'installer'
  plants = [plant]
  await renderAt('/home')
  const causes = await screen.findByRole('link', { name: 'Charger fault (2 lamps); Unit 0C91D2 is offline' })
  expect(causes.getAttribute('href')).toBe(`#/attention?plant=${plant.plant_id}`)
  expect(screen.getByText('2 not OK')).toBeTruthy()
})

test('a row of states without room keeps its last ones in a menu', async () => {
  usertype = 'installer'
  plants = [plant]
  const resized: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly callback: () => void
      constructor(callback: () => void) {
        this.callback = callback
      }
      observe(target: Element) {
        if (target.matches('[data-part="chips"]')) resized.push(this.callback)
      }
      unobserve() {}
      disconnect() {}
    },
  )
  await renderAt('/home')
  await screen.findByText('Hotel Bellavista')
  const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(0)
  const resize = () => act(() => resized.at(-1)?.())
  const row = screen.getByRole('group', { name: 'Filter' })
  resize()
  expect(within(row).queryByRole('button', { name: 'More', hidden: true })).toBeNull()
  width.mockReturnValue(1)
  resize()
  const more = await within(row).findByRole('button', { name: 'More' })
  width.mockRestore()
  await userEvent.setup({ delay: null }).click(more)
  expect(await screen.findByRole('menuitem', { name: /Error/ })).toBeTruthy()
})

const okPlant = (n: number): Plant => ({
  ...plant,
  plant_id: plant.plant_id.replace(/1$/, String(n)),
  plantname: `Library ${n}`,
  condition: 'ok',
  attention: [],
})
const openOnPhone = async (path: string) => {
  usertype = 'installer'
  plants = [plant, okPlant(2), okPlant(3)]
  stubPhone()
  const queries = quickQueries()
  await renderAt(path, queries)
  await screen.findByText('Hotel Bellavista')
  return queries
}

test('on a phone OK plants stand under their number, which folds, and the device keeps the choice', async () => {
  await openOnPhone('/home')
  const heading = () => screen.findByRole('button', { name: '2 plants OK' })
  expect((await heading()).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('Library 2').closest('li')?.textContent).toBe('2 plants OKLibrary 23 lamps')
  await userEvent.setup({ delay: null }).click(await heading())
  expect(screen.queryByText('Library 2')).toBeNull()
  cleanup()
  await openOnPhone('/home')
  expect((await heading()).getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByText('Library 3')).toBeNull()
  expect(screen.getByText('Hotel Bellavista')).toBeTruthy()
})

test('on a phone a plant that is no longer OK leaves the OK ones, also where they are folded', async () => {
  localStorage.setItem('vigilux.plants.okFolded', 'true')
  const queries = await openOnPhone('/home')
  await screen.findByRole('button', { name: '2 plants OK' })
  plants = [{ ...okPlant(3), condition: 'emergency' }, plant, okPlant(2)]
  await act(() => queries.invalidateQueries({ queryKey: ['getAllPlants'] }))
  await screen.findByRole('button', { name: '1 plant OK' })
  const lines = [...document.querySelectorAll('[data-part="list"] li')].map(({ textContent }) => textContent)
  expect(lines).toEqual([expect.stringMatching(/^Hotel/), expect.stringMatching(/^Library 3On battery/), '1 plant OK'])
})

test('on a phone more than 20 OK plants start folded', async () => {
  okElsewhere = 19
  await openOnPhone('/home')
  expect((await screen.findByRole('button', { name: '21 plants OK' })).getAttribute('aria-expanded')).toBe('false')
})

test.each(['/home?sort=plantname', '/home?q=i'])('on a phone %s says the state of each plant', async (path) => {
  await openOnPhone(path)
  expect(screen.queryByRole('button', { name: /plants OK/ })).toBeNull()
  expect(screen.getByText('Library 2').closest('li')?.textContent).toBe('Library 2OK')
})

test('plants keep their order while their states change, until the person sorts again', async () => {
  usertype = 'installer'
  plants = [plant, okPlant(2), okPlant(3)]
  const queries = quickQueries()
  await renderAt('/home', queries)
  const names = () => screen.getAllByRole('link', { name: /Hotel|Library \d/ }).map(({ textContent }) => textContent)
  await screen.findByText('Library 3')
  plants = [{ ...okPlant(3), condition: 'emergency' }, plant, okPlant(2)]
  await act(() => queries.invalidateQueries({ queryKey: ['getAllPlants'] }))
  const again = await screen.findByRole('button', { name: '1 change, sort again' })
  expect(names()).toEqual(['Hotel Bellavista', 'Library 2', 'Library 3'])
  expect(screen.getByText('On battery', { selector: '[data-part="grid"] *' })).toBeTruthy()
  await userEvent.setup({ delay: null }).click(again)
  expect(names()).toEqual(['Library 3', 'Hotel Bellavista', 'Library 2'])
})

test('a search without results can be cleared', async () => {
  usertype = 'installer'
  plants = [plant]
  const { router } = await renderAt('/home?q=nothing')
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Clear filter' }))
  expect(await screen.findByText('Hotel Bellavista')).toBeTruthy()
  expect(router.state.location.href).toBe('/home')
  expect(calls.filter(({ action }) => action === 'getAllPlants').map(({ search }) => search)).toEqual([
    'nothing',
    undefined,
  ])
})

test('a star marks a favourite, and the address filters favourites, roles and tiers', async () => {
  usertype = 'installer'
  plants = [plant]
  await renderAt('/home?favourite=1&role=installerAdministrator,king&tier=basic')
  const star = await screen.findByRole('button', { name: 'Favourite: Hotel Bellavista', pressed: false })
  expect(calls.find(({ action }) => action === 'getAllPlants')).toMatchObject({
    favourites: true,
    roles: ['installerAdministrator'],
    tiers: ['basic'],
  })
  expect(screen.getByRole('button', { name: /^Favourites/, pressed: true })).toBeTruthy()
  await userEvent.setup({ delay: null }).click(star)
  expect(calls.find(({ action }) => action === 'saveFavourite')).toMatchObject({
    plantId: plant.plant_id,
    favourite: true,
  })
})

test('the plants of a person are shown to that person only', async () => {
  usertype = 'installer'
  plants = [plant]
  await renderAt(`/allplants/${plant.plant_id}`)
  expect(await screen.findByText('Hotel Bellavista')).toBeTruthy()
  cleanup()
  calls = []
  await renderAt('/allplants/00000000-0000-4000-8000-000000000002')
  expect(await screen.findByText('These plants belong to somebody else')).toBeTruthy()
  expect(calls.filter(({ action }) => /Plants$/.test(action))).toEqual([])
})
