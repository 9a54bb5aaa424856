import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recordServerTime } from '../shared/plant/server-clock.ts'
import { plantWith, renderInPlant } from '../testing/plant.tsx'
import { ExpiringBanner } from './ExpiringBanner.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  recordServerTime(new Date().toISOString())
})

// Pro until 14 March 2027 in Rome.
const expiry = '2027-03-14T23:00:00.000Z'

const draw = async (now: string, onOverview = true, plant: object = {}) => {
  recordServerTime(now)
  const details = plantWith({ plant: { tier: 'pro', pro_expiry: expiry, ...plant } })
  const part = (
    <>
      <ExpiringBanner details={details} onOverview={onOverview} />
      <p>page</p>
    </>
  )
  await renderInPlant(part, details)
  await screen.findByText('page')
  return screen.queryByRole('region')?.textContent
}

test('the banner appears 60 days before with the last day and the remaining days', async () => {
  expect(await draw('2027-01-12T12:00:00Z')).toBeUndefined()
  cleanup()
  const bannerText = await draw('2027-01-13T12:00:00Z')
  expect(bannerText).toContain('Pro until 14 Mar')
  expect(bannerText).toContain('60 days left.')
  expect(screen.getByRole('link', { name: 'Renew with a code' }).getAttribute('href')).toContain('tab=advanced')
})

test('the banner is on the overview only, and on all pages from 7 days on', async () => {
  expect(await draw('2027-03-06T12:00:00Z', false)).toBeUndefined()
  cleanup()
  expect(await draw('2027-03-07T12:00:00Z', false)).toContain('7 days left.')
})

test('the banner announces the day before and the last day', async () => {
  expect(await draw('2027-03-13T12:00:00Z')).toContain('1 day left.')
  cleanup()
  expect(await draw('2027-03-14T12:00:00Z')).toContain('Today is the last day.')
})

test.each([
  { role: 'clientOwner' },
  { role: 'installerStaff' },
  { tier: 'expired' },
  { tier: 'basic', pro_expiry: null },
])('the banner is hidden for %j', async (plant) =>
  expect(await draw('2027-03-13T12:00:00Z', true, plant)).toBeUndefined(),
)
