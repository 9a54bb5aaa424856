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

test.each(['installerAdministrator', 'installerReadOnly', 'clientStaff'] as const)(
  '%s sees the tab of programs',
  async (role) => {
    await renderInPlant(<SettingsTabs current="programs" />, plantWith({ plant: { role } }))
    const tab = await screen.findByRole('link', { name: 'Programs' })
    expect(tab.getAttribute('href')).toContain('tab=programs')
    expect(tab.getAttribute('aria-current')).toBe('page')
  },
)
