import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { OverviewPage } from './OverviewPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const headerActions = () =>
  [...document.querySelectorAll('[data-part="page-actions"] > *')].map((action) => [
    action.textContent,
    action.getAttribute('aria-disabled'),
  ])

test.each<[PlantRole, string[]]>([
  ['installerAdministrator', ['Register PDF', 'Add unit', 'Start test']],
  ['installerStaff', ['Register PDF', 'Add unit', 'Start test']],
  ['installerReadOnly', ['Register PDF']],
  ['clientOwner', ['Register PDF', 'Sign logbook']],
  ['clientStaff', ['Register PDF']],
])('the header offers %s only what the role may do', async (role, names) => {
  await renderInPlant(<OverviewPage />, plantWith({ plant: { role } }))
  await screen.findByRole('button', { name: 'Register PDF' })
  expect(headerActions()).toEqual(names.map((name) => [name, null]))
})

test('four causes are listed, and all of them are counted', async () => {
  const attention = [1, 2, 3, 4, 5, 6].map((n) => ({
    condition: 'error' as const,
    code: 'unit_offline',
    count: 0,
    cu: `imagined_0A1B0${n}`,
    since: null,
  }))
  await renderInPlant(<OverviewPage />, plantWith({ plant: { attention } }))
  expect(await screen.findAllByText(/does not answer/)).toHaveLength(4)
  expect(screen.getByText(/^6 causes/)).toBeTruthy()
  const more = screen.getByRole('link', { name: 'Open' })
  expect(more.getAttribute('href')).toMatch(/^#\/attention\?plant=/)
})

test.each([
  ['2026-03-01T09:00:00.000Z', /^Offline for/],
  [null, /^Offline$/],
])('a unit last seen at %s shows how long it is offline, if that is known', async (last_seen, text) => {
  const unit = unitWith({ connection: 'disconnected', cu_connected: false, last_seen })
  await renderInPlant(<OverviewPage />, plantWith({ units: [unit] }))
  const row = (await screen.findByText('0A1B2C')).closest('tr')
  expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toContainEqual(
    expect.stringMatching(text),
  )
})

test('the heading is the name of the plant alone, and the star beside it is a button that is not pressed', async () => {
  const { plant } = plantWith()
  await renderInPlant(<OverviewPage />, plantWith({ plant: { condition: 'ok' } }))
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.querySelector('button')).toBeNull()
  screen.getByRole('button', { name: `Favourite: ${plant.plantname}`, pressed: false })
})

test.each<[PlantRole, string | null]>([
  ['installerStaff', null],
  ['clientOwner', 'true'],
])('on a phone the sheet of %s begins with the favourite, and says who can do the rest', async (role, disabled) => {
  stubPhone()
  await renderInPlant(<OverviewPage />, plantWith({ plant: { role } }))
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'More' }))
  expect((await screen.findByRole('menuitemcheckbox')).textContent).toMatch(/^Favourite/)
  const items = screen.getAllByRole('menuitem')
  expect(items.slice(0, 2).map((item) => item.getAttribute('aria-disabled'))).toEqual([disabled, disabled])
  expect(items[0]?.textContent).toBe(disabled ? 'Start testOnly the plant’s installers can do this.' : 'Start test')
})

const counts = (change: object) => ({ ...plantWith().plant.counts, ...change })
const inhibition = { until: '2031-03-02T10:00:00.000Z' }
const signature = { kind: 'signature', plant: null, day: null, allowed: true, test: null, month: '2026-02' }

test.each<[string, PlantRole, { plant?: object; unit?: object; duties?: object[] }, string[]]>([
  ['a quiet plant', 'installerStaff', {}, ['Start test', 'Register PDF']],
  ['faults', 'installerStaff', { plant: { counts: counts({ error: 3 }) } }, ['Plan the repair', 'Start test']],
  [
    'an inhibition with faults',
    'installerStaff',
    { plant: { counts: counts({ error: 3 }) }, unit: { inhibition } },
    ['End inhibition of 4 lamps', 'Plan the repair'],
  ],
  [
    'a mains failure',
    'installerStaff',
    { plant: { counts: counts({ emergency: 4 }) }, unit: { on_battery: true } },
    ['See the lamps', 'Start test'],
  ],
  [
    'a mains failure during an inhibition',
    'installerStaff',
    { plant: { counts: counts({ emergency: 1 }) }, unit: { inhibition, on_battery: true } },
    ['End inhibition of 4 lamps', 'See the lamps'],
  ],
  ['a signature that is due', 'clientOwner', { duties: [signature] }, ['Sign logbook', 'Register PDF']],
  ['nothing due', 'clientOwner', {}, ['Register PDF']],
  ['an inhibition', 'installerReadOnly', { unit: { inhibition } }, ['Register PDF']],
])('on a phone, %s gives %s the next steps, the first one filled', async (_, role, state, names) => {
  stubPhone()
  const details = plantWith({ plant: { role, ...state.plant }, units: [unitWith(state.unit)] })
  await renderInPlant(<OverviewPage />, { ...details, servedAt: new Date().toISOString() }, ({ action }) => {
    if (action === 'getWeek') return { duties: state.duties ?? [] }
    if (action === 'getInhibitions') return { requests: [] }
    return action === 'getUnitTypes' ? { types: [{ cu_type: 'imagined', commands: ['inhibit'] }] } : {}
  })
  const actions = () => [...document.querySelectorAll<HTMLElement>('[data-part="page-actions"] > :not([data-part])')]
  await vi.waitFor(() => expect(actions().map(({ textContent }) => textContent)).toEqual(names))
  expect(actions().map(({ dataset }) => dataset.variant ?? 'filled')).toEqual(
    names.map((_name, at) => (at === 0 ? 'filled' : 'default')),
  )
})

test.each<[PlantRole, string[]]>([
  ['installerStaff', ['Needs attention now', 'This week']],
  ['clientOwner', ['This week', 'Needs attention now']],
])('on a phone %s reads first what concerns the role', async (role, order) => {
  stubPhone()
  await renderInPlant(<OverviewPage />, plantWith({ plant: { role } }))
  await screen.findByRole('heading', { name: 'This week' })
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '')
  expect(headings.filter((heading) => order.includes(heading))).toEqual(order)
})

test('on a phone the menu marks the plant as a favourite', async () => {
  stubPhone()
  const { plant } = plantWith()
  const { calls } = await renderInPlant(<OverviewPage />, plantWith())
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(
    await screen.findByRole('menuitemcheckbox', { name: `Favourite: ${plant.plantname}`, checked: false }),
  )
  await vi.waitFor(() =>
    expect(calls).toContainEqual(expect.objectContaining({ action: 'saveFavourite', favourite: true })),
  )
})
