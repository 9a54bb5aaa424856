import { screen, within } from '@testing-library/react'
import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import type { CurrentUnit } from '../central-units/index.ts'
import { GearTable } from './GearTable.tsx'

const topic = 'imagined_1F2201'
const unit = unitWith({ cu_type: 'imagined', cu_id: '1F2201' })
const at = '2026-03-02T09:00:00.000Z'
const gateway = { address: '192.168.7.20', name: null, connected: true, since: at }
const bus = { powered: true, since: at, answering: 58, load: 61, roundS: 38 }
const line = (number: number, busChange: object = {}) => ({
  number,
  state: 'ok',
  lamps: 58,
  voltage: null,
  current: null,
  insulation: null,
  bus: { ...bus, ...busChange },
})
const gear = (id: number, change: Partial<Lamp> = {}): Lamp => ({
  cu: topic,
  id,
  serial: '41B90E77',
  type: 'emergency',
  function: 'nonMaintained',
  description: '',
  location: '',
  notes: '',
  version: 0,
  product_code: '9010342013607',
  groups: [],
  line: Math.ceil(id / 64),
  parity: null,
  mode: 'normal',
  errors: [],
  condition: 'ok',
  battery: null,
  dimming: null,
  autonomy: 60,
  software_version: null,
  reported_at: at,
  condition_since: at,
  ...change,
})

const show = (detail: object, lamps: readonly Lamp[], isConnected = true) => {
  const open = {
    unit: { ...unit, cu_connected: isConnected },
    topic,
    detail: unitDetail.parse(detail),
    reportedAt: at,
  }
  return renderInPlant(
    <GearTable open={open as unknown as CurrentUnit} />,
    plantWith({ units: [unit] }),
    ({ action }) => (action === 'getLamps' ? { lamps, total: lamps.length, next: null } : {}),
  )
}
const cellsOf = async (name: string) => {
  const table = await screen.findByRole('table')
  const row = within(table).getByText(name).closest('tr') as HTMLElement
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}
const offline = { mode: 'unreachable', condition: 'offline' } as const

test('the gear table names each gear, why it does not report, its rated duration and its last read', async () => {
  const readAt = '2026-03-01T09:00:00.000Z'
  await show({ busGateway: gateway, lines: [line(1), line(2), line(3, { powered: false, roundS: null })] }, [
    gear(1, { autonomy: 510, description: 'Door 1' }),
    gear(84, { ...offline, read_at: readAt }),
    gear(129, { ...offline, autonomy: null }),
    gear(32, { pending_tests: { functional: null, autonomy: 'charging' }, description: 'Stand 12' }),
  ])
  expect(await cellsOf('1·00')).toMatchObject({ 1: 'OK', 2: 'Door 1', 3: 'Non-maintained', 4: '510\u00a0min or more' })
  expect(await cellsOf('2·19')).toMatchObject({ 1: 'No answer (Offline)', 4: '60\u00a0min', 5: '41B90E77' })
  expect((await cellsOf('2·19'))[6]).toContain('1 Mar')
  expect((await cellsOf('3·00'))[1]).toBe('No bus power on line 3 (Offline)')
  expect((await cellsOf('3·00'))[6]).toContain('unknown')
  expect((await cellsOf('1·31'))[1]).toContain('Autonomy test pending: charging')
  screen.getByText('Answering: 2 · No bus power: 1 · No answer: 1')
})

test('without its unit no gear has a cause of its own', async () => {
  await show({ busGateway: gateway, lines: [line(1)] }, [gear(1, offline)], false)
  expect((await cellsOf('1·00'))[1]).toBe('Offline')
})
