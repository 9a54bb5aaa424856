import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { emptyDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { expect, test } from 'vitest'
import { plantId, plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import type { CurrentUnit } from '../central-units/index.ts'
import { GatewayCommands } from './GatewayCommands.tsx'

const topic = 'gateway_0A1B2C'
const mac = 'AABBCCDDEEFF'
const device = {
  mac,
  serial: null,
  kind: 'unknown' as const,
  inSight: true,
  validated: false,
  reason: 'held by another gateway',
  signal: null,
  lastSeen: null,
}
const unit = unitWith({ cu_type: 'gateway' })
const open = {
  unit,
  topic,
  facts: {},
  detail: { ...emptyDetail, bluetooth: [device] },
  reportedAt: null,
} as unknown as CurrentUnit

const show = (change: Partial<CurrentUnit> = {}) =>
  renderInPlant(
    <GatewayCommands open={{ ...open, ...change }} onClose={() => undefined} />,
    plantWith({ units: [unit] }),
    ({ action }) =>
      action === 'getUnitTypes' ? { types: [] } : { command: { id: crypto.randomUUID(), pending: true } },
  )
const typeMac = async (text: string) => {
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: /Add a device by its MAC address/ }), text)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  return user
}

test('a present device gets its serial and type and is validated by its address', async () => {
  const { calls } = await show()
  const user = await typeMac('aa:bb:cc:dd:ee:ff')
  expect(await screen.findByText('Not validated: held by another gateway')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Serial' }), 'a1b2c302')
  await user.click(screen.getByRole('button', { name: 'Send serial' }))
  expect(calls.some(({ action }) => action === 'gatewayInsertSerial')).toBe(false)
  await user.clear(screen.getByRole('textbox', { name: 'Serial' }))
  await user.type(screen.getByRole('textbox', { name: 'Serial' }), 'a1b2c301')
  await user.click(screen.getByRole('button', { name: 'Send serial' }))
  await user.click(screen.getByRole('button', { name: 'Send type' }))
  await user.click(screen.getByRole('button', { name: 'Validate again' }))
  await waitFor(() => expect(calls.map(({ action }) => action)).toContain('gatewayValidate'))
  expect(calls).toContainEqual({ action: 'gatewayInsertSerial', plantId, topic, mac, serial: 'A1B2C301' })
  expect(calls).toContainEqual({ action: 'gatewayInsertType', plantId, topic, mac, kind: 'unknown' })
  expect(calls.some(({ action }) => action === 'gatewayInsertMac')).toBe(false)
})

test('an absent device is added first', async () => {
  const { calls } = await show({ detail: emptyDetail })
  await typeMac('AABBCCDDEEFF')
  await waitFor(() => expect(calls).toContainEqual({ action: 'gatewayInsertMac', plantId, topic, mac }))
  expect(screen.queryByRole('button', { name: 'Send serial' })).toBeNull()
  expect(screen.getByText(/Add it by its MAC address first/)).toBeTruthy()
})

test.each(['AABBCCDDEEF', 'GGBBCCDDEEFF'])('the address %s is refused', async (text) => {
  const { calls } = await show()
  await typeMac(text)
  expect(calls.some(({ action }) => action === 'gatewayInsertMac')).toBe(false)
})

test('a plain command is selected and sent', async () => {
  const user = userEvent.setup()
  const { calls } = await show()
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'gatewayCommand', plantId, topic, command: 'scan' }))
})
