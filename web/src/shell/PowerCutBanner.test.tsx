import { cleanup, screen } from '@testing-library/react'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../testing/plant.tsx'
import { PowerCutBanner } from './PowerCutBanner.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const plantInPowerCut = plantWith({ plant: { counts: { ...emptyCounts(), emergency: 2 } } })
const since = '2026-03-02T13:06:00.000Z'
const lamp = { cu: 'logica_0A1B2C', description: 'Stairs', location: '', since, lasts_s: 3600, measured: true }
const answer = {
  since,
  lamps: 2,
  first: [
    { ...lamp, id: 31, ends_at: '2026-03-02T14:06:00.000Z' },
    { ...lamp, id: 2, lasts_s: null, measured: false, ends_at: null },
  ],
}

test('the banner shows lamps on battery, the start, and which lamps go out first', async () => {
  await renderInPlant(<PowerCutBanner details={plantInPowerCut} />, plantInPowerCut, () => answer)
  const firstEndText = await screen.findByText(/The first end about/)
  // In the plant's zone; lamps without data do not count.
  expect(firstEndText.textContent).toMatch(/15:06\sCET: 0031 Stairs$/)
  expect(screen.getByRole('alert').textContent).toBe('2 lamps are on battery')
  expect(screen.getByRole('region', { name: 'Lamps on battery' }).textContent).toContain('since 14:06')
  const link = screen.getByRole('link', { name: 'See the lamps' })
  expect(link.getAttribute('href')).toBe(`#/plantcentralunits/${plantId}?f=emergency`)
})

test('the banner is hidden and sends no call while the mains are on', async () => {
  const plant = plantWith()
  const { calls } = await renderInPlant(
    <>
      <PowerCutBanner details={plant} />
      <p>page</p>
    </>,
    plant,
  )
  expect(await screen.findByText('page')).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
  expect(calls).toEqual([])
})
