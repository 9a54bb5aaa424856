import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['installerAdministrator', 1],
  ['installerStaff', 0],
  ['clientOwner', 0],
] as const)('%s sees the tab of webhooks %s times', async (role, times) => {
  await renderInPlant(<SettingsTabs current="notices" />, plantWith({ plant: { role } }))
  await screen.findByRole('link', { name: 'Notices' })
  expect(screen.queryAllByRole('link', { name: 'Webhooks' })).toHaveLength(times)
})
