import { cleanup, screen } from '@testing-library/react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { useWhyNotCommand } from './why-not.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Reasons({ unit }: { unit: CentralUnit }) {
  const [work, lastingReason] = [useWhyNotCommand()(unit), useWhyNotCommand('lasting')(unit)]
  return <p role="note">{`${work ?? 'may'} / ${lastingReason ?? 'may'}`}</p>
}

const notEnabled = 'Pro has expired: unit 0A1B2C takes no new work.'

test.each<[string, Partial<CentralUnit>]>([
  ['may / may', {}],
  [`${notEnabled} / may`, { enabled: false }],
  [`${notEnabled} / Unit 0A1B2C is offline.`, { enabled: false, connection: 'disconnected', cu_connected: false }],
])('%s: %o', async (expectedText, change) => {
  await renderInPlant(<Reasons unit={unitWith(change)} />, plantWith())
  expect((await screen.findByRole('note')).textContent).toBe(expectedText)
})

test('an archived plant refuses commands for every role', async () => {
  const archived = plantWith({ plant: { archived_at: '2026-03-02T09:00:00.000Z' } })
  await renderInPlant(<Reasons unit={unitWith()} />, archived)
  const expectedText = 'The plant is archived: nothing in it can be changed.'
  expect((await screen.findByRole('note')).textContent).toBe(`${expectedText} / ${expectedText}`)
})
