import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { MembersTab } from './MembersTab.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const member = (name: string, change: Partial<PlantUser> = {}): PlantUser => ({
  userid: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@vigilux.test`,
  role: 'installerStaff',
  notifications: true,
  endsOn: null,
  suspended: false,
  ownDelegate: false,
  ...change,
})
const day = (days: number) => new Date(serverNow() + days * 86_400_000).toISOString().slice(0, 10)
const peopleNow = () => [
  member('Ada', { role: 'installerAdministrator' }),
  member('Bruno', { endsOn: day(5) }),
  member('Carla', { role: 'clientStaff', endsOn: day(90) }),
]
const ended = {
  userid: 'dora',
  name: 'Dora',
  email: 'dora@vigilux.test',
  role: 'installerReadOnly',
  endedOn: '2026-01-31',
}

const open = async (plant: Parameters<typeof plantWith>[0] = {}) => {
  const people = peopleNow()
  const details = plantWith({ plant: { plant_users: people, ...plant.plant } })
  const page = await renderInPlant(<MembersTab plant={details.plant} />, details, ({ action }) => {
    if (action === 'getPlantUsers') return { plant_users: people }
    if (action === 'getEndedMembers') return { members: [ended] }
    return action === 'listaInviti' ? { invitations: [] } : {}
  })
  await screen.findByText('Bruno')
  return page
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement
const menuOf = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu')
}

test('members are filtered by side, and those with a near end date are marked', async () => {
  await open()
  expect(within(rowOf('Bruno')).getByText(/Ends soon/)).toBeTruthy()
  expect(within(rowOf('Carla')).queryByText(/Ends soon/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Client side/ }))
  await vi.waitFor(() => expect(screen.queryByText('Bruno')).toBeNull())
  expect(screen.getByText('Carla')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Ends soon/ }))
  expect(await screen.findByText('Bruno')).toBeTruthy()
  expect(screen.queryByText('Carla')).toBeNull()
})

test('the menu explains why the last administrator stays and offers other actions', async () => {
  const { calls } = await open()
  const menu = await menuOf('Ada')
  const removeItem = within(menu).getByRole('menuitem', { name: /^Remove/ })
  expect(removeItem.getAttribute('aria-disabled')).toBe('true')
  expect(removeItem.textContent).toContain('A plant keeps at least one installer administrator')
  await userEvent.click(removeItem)
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(await menuOf('Bruno')).getByRole('menuitem', { name: 'Remove' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Bruno' }))
  await vi.waitFor(() =>
    expect(calls).toContainEqual(expect.objectContaining({ action: 'rimuoviCollab', userId: 'bruno', plantId })),
  )
})

test('an ended membership stays in a folded list and can be invited again', async () => {
  await open()
  await userEvent.click(await screen.findByText('1 membership that ended'))
  await userEvent.click(screen.getByRole('button', { name: 'Invite Dora again' }))
  const address = await screen.findByRole('textbox', { name: /E-mail/ })
  expect((address as HTMLInputElement).value).toBe('dora@vigilux.test')
})

test('only administrators see former members', async () => {
  const { calls } = await open({ plant: { role: 'clientOwner' } })
  expect(calls.map(({ action }) => action)).not.toContain('getEndedMembers')
  expect(screen.queryByText(/that ended/)).toBeNull()
})
