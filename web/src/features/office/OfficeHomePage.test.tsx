import { cleanup, screen, within } from '@testing-library/react'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { OfficeHomePage } from './OfficeHomePage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const event = {
  at: '2026-03-02T09:00:00.000Z',
  kind: 'PLANT_NOT_FOUND',
  userid: null,
  name: 'Rui Matos',
  address: '10.0.0.1',
  action: 'getPlantDetails',
  plantname: null,
  count: 14,
}

const gap = { why: 'suspended', name: 'Kari Lund', since: '2026-02-12' }
const plant = (plantname: string, change: object) => ({
  plant_id: plantname,
  plantname,
  city: 'Oslo',
  country: 'NO',
  condition: 'ok',
  ...change,
})

const person = (name: string, vatCheck: string | null) => ({
  userid: name,
  name,
  surname: '',
  businessname: '',
  country: 'PL',
  vatCheck,
  created_at: '2026-03-02T09:00:00.000Z',
})

const open = (pending: number, conditions: object, events: object[] = [], users: object[] = [], weeks: object[] = []) =>
  renderInPlant(<OfficeHomePage />, plantWith(), ({ action, usedSince }) => {
    if (action === 'getOfficeFigures')
      return {
        totals: { plants: 12, countries: 2, lamps: 900, units: 14, connected: 13 },
        conditions: { ...emptyCounts(), ...conditions },
        tiers: { basic: 1, pro: 11, expired: 0 },
        proEnding: 2,
        withoutAdministrator: 0,
        users: { total: 9, pending, suspended: 0 },
        weeks,
      }
    if (action === 'getSummaryPlants')
      return {
        plants: [
          plant('Molo Sud', { administratorGap: { ...gap, hasOwner: false } }),
          plant('Skole Nord', { administratorGap: { ...gap, hasOwner: true } }),
        ],
        total: 2,
      }
    if (action === 'getPendingUsers') return { users, total: users.length }
    if (action === 'getAllTokens')
      return { tokens: [], total: usedSince ? 3 : 8, states: { free: 4, used: 8, revoked: 0 } }
    return action === 'getSecurityEvents' ? { events, total: events.length, notSince: null } : {}
  })

test('plants are counted by state, without the states of none, and each count opens them', async () => {
  await open(0, { ok: 9, error: 3 })
  const states = within(await screen.findByRole('region', { name: 'Plants' }))
  expect(states.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['9OK', '3Error'])
  expect(states.getByRole('link', { name: /Error/ }).getAttribute('href')).toContain('f=error')
  expect(states.getByRole('img').getAttribute('aria-label')).toBe('OK: 9, Error: 3')
})

test('the main action verifies the people who wait, and is absent without any', async () => {
  await open(2, { ok: 1 })
  const verify = await screen.findByRole('link', { name: 'Verify 2 people' })
  expect(verify.getAttribute('href')).toContain('/ntopendingusers')
  cleanup()
  await open(0, { ok: 1 })
  await screen.findByRole('link', { name: 'All plants' })
  expect(screen.queryByRole('link', { name: /Verify/ })).toBeNull()
})

test('cards count the Pro codes and name the newest events of the security log', async () => {
  await open(0, { ok: 1 }, [event])
  expect((await screen.findByRole('link', { name: /^Free ?4$/ })).getAttribute('href')).toContain('/ntoprocodes')
  const used = await screen.findByRole('link', { name: /^Used this month ?3$/ })
  expect(used.getAttribute('href')).toMatch(/f=used.*sort=-usedAt/)
  expect(screen.queryByText(/Pro expired/)).toBeNull()
  const ending = await screen.findByRole('link', { name: /^Pro ends within 60 days ?2$/ })
  expect(ending.getAttribute('href')).toMatch(/tier=pro.*sort=expiry/)
  expect((await screen.findByText('Plant not theirs (14)')).closest('li')?.textContent).toContain('Rui Matos')
})

test('a plant without an administrator says why, since when, and whether it has an owner', async () => {
  await open(0, { ok: 1 })
  const lineOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')?.textContent
  expect(await lineOf('Molo Sud')).toMatch(/Oslo, NO · No owner.*administrator suspended: Kari Lund.*since 12 Feb/)
  expect(await lineOf('Skole Nord')).toContain('Oslo, NO · Has an owner')
})

test('a person to verify has the check of the VAT number, a warning unless it is valid', async () => {
  await open(4, { ok: 1 }, [], [person('Hanna', 'valid'), person('Piotr', 'wrong'), person('Rui', null)])
  const noteOf = async (name: string) => (await screen.findByText(name)).closest('a')
  expect((await noteOf('Hanna'))?.textContent).toMatch(/VAT number validwaits/)
  expect((await noteOf('Piotr'))?.textContent).toMatch(/VAT number wrong \(Warning\)waits/)
  expect((await noteOf('Rui'))?.textContent).not.toContain('VAT')
})

test('plants with errors are drawn from the first counted week to now, with the change in percent', async () => {
  const cardText = async () => (await screen.findByText('Plants with errors, 24 weeks')).closest('section')?.textContent
  const weeks = [
    { week: '2026-02-09', plants: 4 },
    { week: '2026-02-16', plants: 5 },
  ]
  await open(0, { ok: 9, error: 3 }, [], [], weeks)
  expect(await cardText()).toMatch(/3, 25\s?% fewer/)
  expect(screen.getByRole('img', { name: /^9 Feb.*: 4, 16 Feb.*: 5, .*: 3$/ })).toBeTruthy()
  cleanup()
  await open(0, { ok: 9, error: 6 }, [], [], weeks)
  expect(await cardText()).toMatch(/6, 50\s?% more/)
  cleanup()
  await open(0, { ok: 9, error: 4 }, [], [], weeks.slice(0, 1))
  expect(await cardText()).toMatch(/4Counted once a week/)
})
