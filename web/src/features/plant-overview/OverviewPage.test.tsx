import { cleanup, screen } from '@testing-library/react'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { OverviewPage } from './OverviewPage.tsx'

afterEach(cleanup)

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
