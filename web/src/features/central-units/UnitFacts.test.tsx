import { screen } from '@testing-library/react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { expect, test } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { UnitFacts } from './UnitFacts.tsx'

test.each<{ what: string; change: Partial<CentralUnit>; expectedText: string }>([
  { what: 'on battery', change: { on_battery: true }, expectedText: 'Connected since' },
  { what: 'offline', change: { connection: 'disconnected', cu_connected: false }, expectedText: 'Offline since' },
  { what: 'not enrolled', change: { connection: 'notAcquired', cu_connected: false }, expectedText: 'Added' },
])('a unit $what shows the time of its connection', async ({ change, expectedText }) => {
  const unit = unitWith(change)
  await renderInPlant(<UnitFacts unit={unit} />, plantWith({ units: [unit] }))
  expect((await screen.findByText(expectedText)).parentElement?.textContent).toContain('10:00')
})
