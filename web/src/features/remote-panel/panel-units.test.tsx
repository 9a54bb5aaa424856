import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { InhibitedCard } from './InhibitedCard.tsx'

afterEach(cleanup)

const open = async (endsInMs: number) => {
  const units = [unitWith({ inhibition: { until: new Date(Date.now() + endsInMs).toISOString() } })]
  const details = { ...plantWith({ units }), servedAt: new Date().toISOString() }
  await renderInPlant(<InhibitedCard inhibited={units} others={[]} requests={[]} />, details)
  await screen.findByRole('region', { name: 'System inhibited' })
}

test('an overdue inhibition is an alarm that shows its planned end', async () => {
  await open(600_000)
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await open(-120_000)
  expect((await screen.findByRole('alert')).textContent).toContain('The inhibition should have ended at')
})
