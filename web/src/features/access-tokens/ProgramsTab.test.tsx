import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { OutwardBridge } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { realtimePatches } from '../../realtime-patches.ts'
import { EventBuffer } from '../../shared/realtime/realtime.ts'
import { id, tokenText, tokenWith } from '../../testing/access-tokens.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { ProgramsTab } from './ProgramsTab.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const since = '2026-11-30T05:00:00.000Z'
const served = { address: '192.0.2.20:502', failure: null, clients: 0, since, lastReadAt: null, state: 'open' as const }
const bridge: OutwardBridge = {
  token: { id: id(5), name: 'Energy script', scopes: ['read'], end: null },
  host: 'bellavista-pi',
  version: '0.1.0',
  reportedAt: since,
  units: [],
  connections: [
    { kind: 'bacnet', ...served, deviceInstance: 1, lamps: 4, on: true },
    { kind: 'modbus', ...served, lastRegister: 1_063, on: true },
    { kind: 'mqtt', address: 'broker', state: 'off', failure: null, since, prefix: 'homeassistant', on: false },
  ],
}

type Circumstances = { role?: PlantRole; archived_at?: string | null }

const open = async (
  tokens: AccessToken[],
  { role = 'installerAdministrator', archived_at = null }: Circumstances = {},
) => {
  let storedTokens = tokens
  const details = plantWith({ plant: { role, archived_at } })
  const page = await renderInPlant(<ProgramsTab plant={details.plant} />, details, ({ action }) => {
    const all: Record<string, unknown> = {
      getPlantAccessTokens: { tokens: storedTokens },
      createPlantAccessToken: { accessToken: tokenWith(), token: tokenText },
      getOutwardConnections: { bridges: [bridge], servedAt: since },
    }
    return all[action] ?? {}
  })
  return {
    ...page,
    callsOf: (name: string) => page.calls.filter(({ action }) => action === name),
    changeElsewhere: (changedTokens: AccessToken[]) => {
      storedTokens = changedTokens
    },
  }
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a token of the plant shows its creator and is created with any scope', async () => {
  const { callsOf } = await open([tokenWith()])
  await screen.findByText('Ada Rossi')
  expect(screen.queryByText('All my plants')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'New token' }))
  const form = await dialog('New token')
  fireEvent.change(form.getByRole('textbox', { name: /^Name/ }), { target: { value: 'BMS east wing' } })
  for (const name of ['Operate', 'Configure', 'Safety']) fireEvent.click(form.getByRole('checkbox', { name }))
  expect(form.queryByRole('radio', { name: 'Chosen plants' })).toBeNull()
  fireEvent.click(form.getByRole('button', { name: 'Create token' }))
  await dialog('Copy the token now')
  const scopes = ['read', 'operate', 'configure', 'safety']
  expect(callsOf('createPlantAccessToken')).toEqual([
    { action: 'createPlantAccessToken', plantId, token: { name: 'BMS east wing', scopes, days: 365 } },
  ])
})

test('closing without copying revokes the new token in the plant', async () => {
  const { callsOf } = await open([])
  fireEvent.click(await screen.findByRole('button', { name: 'New token' }))
  const form = await dialog('New token')
  fireEvent.change(form.getByRole('textbox', { name: /^Name/ }), { target: { value: 'BMS' } })
  fireEvent.click(form.getByRole('button', { name: 'Create token' }))
  const once = await dialog('Copy the token now')
  fireEvent.click(once.getByRole('button', { name: 'Close' }))
  fireEvent.click((await dialog('Close without copying?')).getByRole('button', { name: 'Revoke and close' }))
  await waitFor(() => expect(callsOf('revokePlantAccessToken')).toMatchObject([{ plantId, tokenId: id(5) }]))
})

test.each(['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const)(
  '%s sees the list as text, with the reason for the missing buttons',
  async (role) => {
    await open([tokenWith()], { role })
    await screen.findByText('Energy script')
    screen.getByText('Only the installer administrator creates and revokes tokens.')
    expect(screen.queryByRole('button', { name: /token|Revoke/ })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Next step' })).toBeNull()
  },
)

test('an empty list offers nothing to a person that cannot create tokens', async () => {
  await open([], { role: 'clientOwner' })
  await screen.findByText('No program uses this plant with a token of its own.')
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
})

test('an archived plant gets no new tokens, and a token is still revoked', async () => {
  const { callsOf } = await open([tokenWith()], { archived_at: '2026-03-01T00:00:00.000Z' })
  const create = await screen.findByRole('button', { name: 'New token' })
  fireEvent.click(create)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(create.getAttribute('aria-description')).toMatch(/archived/)
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Energy script' }))
  fireEvent.click((await dialog('Revoke Energy script?')).getByRole('button', { name: 'Revoke token' }))
  await waitFor(() => expect(callsOf('revokePlantAccessToken')).toMatchObject([{ plantId, tokenId: id(5) }]))
})

test('revoking says which open connections stop', async () => {
  await open([tokenWith(), tokenWith({ id: id(6), name: 'Ticket desk' })])
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke Energy script' }))
  const asked = await dialog('Revoke Energy script?')
  await asked.findByText('BACnet/IP and Modbus TCP of this plant stop at once.')
  fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Ticket desk' }))
  const other = await dialog('Revoke Ticket desk?')
  await other.findByText(/lose access within seconds/)
  expect(other.queryByText(/stop at once/)).toBeNull()
})

test('only own valid tokens count towards the limit', async () => {
  const tokens = Array.from({ length: 20 }, (_, at) => tokenWith({ id: `${id(1)}${at}`, name: `Script ${at}` }))
  const [first = tokenWith(), ...others] = tokens
  await open([{ ...first, maker: { id: 'bob', name: 'Bob' } }, ...others])
  fireEvent.click(await screen.findByRole('button', { name: 'New token' }))
  await dialog('New token')
})

test('a token revoked in another browser moves to the ended ones', async () => {
  const { queries, changeElsewhere } = await open([tokenWith(), tokenWith({ id: id(6), name: 'Ticket desk' })])
  await screen.findByText('Energy script')
  const end = { at: new Date().toISOString(), reason: 'revoked' as const }
  changeElsewhere([tokenWith({ end }), tokenWith({ id: id(6), name: 'Ticket desk' })])
  const events = new EventBuffer(queries, realtimePatches)
  events.add({ action: 'accessTokens', data: { plant_id: plantId } })
  await screen.findByText('Ended')
  const names = screen.getAllByRole('row').map((row) => row.querySelector('b')?.textContent)
  expect(names).toEqual([undefined, 'Ticket desk', 'Energy script'])
})
