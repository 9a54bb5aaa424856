import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

const hotel = '0f0f0f0f-0000-4000-8000-000000000001'
const mill = '0f0f0f0f-0000-4000-8000-000000000002'
const member = (userid: string, name: string, role: string) => ({
  userid,
  name,
  email: `${userid}@demo.vigilux.test`,
  plants: 2,
  memberships: [
    { plant_id: hotel, plantname: 'Hotel', role, endsOn: null },
    { plant_id: mill, plantname: 'Mill', role, endsOn: '2026-12-31' },
  ],
})
const people = [member('ada', 'Ada', 'installerAdministrator'), member('bo', 'Bo', 'installerStaff')]
const roles = { installerAdministrator: 1, installerStaff: 1, installerReadOnly: 0, clientOwner: 0, clientStaff: 0 }
const plants = [
  { plant_id: hotel, plantname: 'Hotel', role: 'installerAdministrator' },
  { plant_id: 'other', plantname: 'Not ours to administer', role: 'installerStaff' },
]
const removals = [
  { userid: 'ada', name: 'Ada', plant_id: hotel, plantname: 'Hotel', outcome: 'LAST_ADMINISTRATOR' },
  { userid: 'bo', name: 'Bo', plant_id: hotel, plantname: 'Hotel', outcome: 'removed' },
]
const invites = [
  { email: 'cy@demo.vigilux.test', plant_id: hotel, plantname: 'Hotel', outcome: 'invited' },
  { email: 'bo@demo.vigilux.test', plant_id: hotel, plantname: 'Hotel', outcome: 'ALREADY_MEMBER' },
]
let calls: ({ action: string } & Record<string, unknown>)[]

const answer = (action: string): unknown => {
  if (action === 'getUserInfos')
    return { user: { appConfig: {}, recentPlants: [], support: { email: '', phone: null } } }
  if (action === 'getAllPlants') return { plants, total: 2, totals: {}, conditions: {} }
  if (action === 'getPeople') return { people, total: 2, roles, everybody: 2 }
  return { results: action.toLowerCase().includes('invite') ? invites : removals }
}

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session'))
      return Response.json({
        data: { userid: 'ada', email: 'a@b.test', name: 'Ada', usertype: 'installer', scope: null, suspended: false },
      })
    const call = JSON.parse(String(init?.body)) as (typeof calls)[number]
    calls.push(call)
    return Response.json({ data: answer(call.action) })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const callsOf = (action: string) => calls.filter((call) => call.action === action)

test('a role names its plants while they are few, and then counts them', async () => {
  const plantnames = ['Hotel', 'Mill', 'School']
  const [ada] = people
  const memberships = plantnames.map((plantname) => ({
    plant_id: plantname,
    plantname,
    role: 'clientOwner',
    endsOn: null,
  }))
  const owner = { ...member('cy', 'Cy', 'clientOwner'), plants: 5, memberships }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session'))
      return Response.json({
        data: { userid: 'ada', email: 'a@b.test', name: 'Ada', usertype: 'installer', scope: null, suspended: false },
      })
    const { action } = JSON.parse(String(init?.body)) as { action: string }
    return Response.json({
      data: action === 'getPeople' ? { people: [ada, owner], total: 2, roles, everybody: 2 } : answer(action),
    })
  })
  await renderAt('/people')
  expect((await screen.findByText('Installer administrator', { selector: 'td span' })).textContent).toContain(
    'Hotel, Mill',
  )
  const counted = screen.getByText('3 plants').closest('td')
  expect(counted?.textContent).toBe('Client owner 3 plantsand 2 more')
})

test('search, plant, role and order come from the address and go to the server', async () => {
  await renderAt(`/people?q=bo&f=installerStaff&sort=-plants&plant=${hotel}`)
  await screen.findByText('Bo')
  expect(callsOf('getPeople')[0]).toMatchObject({
    search: 'bo',
    role: 'installerStaff',
    sort: 'plants',
    descending: true,
    plantId: hotel,
    page: 1,
  })
})

test('people are removed only after a preview of the consequences', async () => {
  const person = userEvent.setup()
  await renderAt('/people')
  await person.click(await screen.findByRole('checkbox', { name: /Ada/ }))
  await person.click(screen.getByRole('checkbox', { name: /Bo/ }))
  await person.click(screen.getByRole('button', { name: 'Remove from plants' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove from plants' })
  const actionList = await within(dialog).findByRole('list', { name: 'What will happen' })
  expect(actionList.textContent).toContain(
    'AdaHotelA plant keeps at least one installer administrator without an end date.',
  )
  expect(actionList.textContent).toContain('BoHotelwill be removed')
  expect(callsOf('removeFromPlants')).toEqual([])
  await person.click(within(dialog).getByRole('button', { name: 'Remove 1 membership' }))
  expect((await within(dialog).findByRole('list', { name: 'Result' })).textContent).toContain('BoHotelremoved')
  expect(callsOf('removeFromPlants')).toMatchObject([{ userIds: ['ada', 'bo'], plantIds: [hotel, mill] }])
})

test('people are invited to own plants only after a preview of the consequences', async () => {
  const person = userEvent.setup()
  await renderAt('/people?new=1')
  const dialog = await screen.findByRole('dialog', { name: 'Invite to plants' })
  await person.type(
    await within(dialog).findByRole('textbox', { name: /E-mail addresses/ }),
    'Cy@demo.vigilux.test, bo@demo.vigilux.test',
  )
  await person.click(await within(dialog).findByRole('checkbox', { name: 'Hotel' }))
  expect(within(dialog).queryByRole('checkbox', { name: 'Not ours to administer' })).toBeNull()
  await person.click(within(dialog).getByRole('button', { name: 'See what will happen' }))
  const actionList = await within(dialog).findByRole('list', { name: 'What will happen' })
  expect(actionList.textContent).toContain('This person is already a member.')
  expect(callsOf('inviteToPlants')).toEqual([])
  await person.click(within(dialog).getByRole('button', { name: 'Send 1 invitation' }))
  await waitFor(() =>
    expect(callsOf('inviteToPlants')).toMatchObject([
      { emails: ['cy@demo.vigilux.test', 'bo@demo.vigilux.test'], plantIds: [hotel], role: 'installerStaff' },
    ]),
  )
})
