import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../testing/plant.tsx'
import { ExpiredBanner } from './ExpiredBanner.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const expired = { tier: 'expired', pro_expiry: '2024-02-28T11:00:00.000Z' } as const
const units = [unitWith({ cu_type: 'cablecom', type_name: 'Cablecom' }), unitWith({ enabled: false })]

test('the banner shows expiry and enabled types and links to renewal', async () => {
  const details = plantWith({ plant: expired, units })
  await renderInPlant(<ExpiredBanner details={details} />, details)
  const banner = await screen.findByRole('region', { name: 'Pro has expired' })
  expect(banner.textContent).toContain('28 Feb 2024')
  expect(banner.textContent).toContain('Only units of type Cablecom')
  const link = screen.getByRole('link', { name: 'Renew with a code' })
  expect(link.getAttribute('href')).toContain('/plantgeneral/')
  expect(link.getAttribute('href')).toContain('tab=advanced')
})

test('a member without permission sees who can renew', async () => {
  const details = plantWith({ plant: { ...expired, role: 'clientOwner' }, units })
  await renderInPlant(<ExpiredBanner details={details} />, details)
  await screen.findByText(/The installer administrator renews Pro with a code/)
  expect(screen.queryByRole('link')).toBeNull()
})

test.each(['basic', 'pro'] as const)('the banner is hidden in a plant that is %s', async (tier) => {
  const details = plantWith({ plant: { tier } })
  await renderInPlant(
    <>
      <ExpiredBanner details={details} />
      <p>page</p>
    </>,
    details,
  )
  expect(await screen.findByText('page')).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
})
