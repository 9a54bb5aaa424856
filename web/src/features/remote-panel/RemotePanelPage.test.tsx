import { cleanup, screen } from '@testing-library/react'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { RemotePanelPage } from './RemotePanelPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const commands = ['inhibit', 'emergencyOn', 'keypressSimulation']
const open = async (role: PlantRole) => {
  const inhibition = { until: new Date(Date.now() + 600_000).toISOString() }
  const details = plantWith({ plant: { role }, units: [unitWith({ inhibition })] })
  await renderInPlant(<RemotePanelPage />, { ...details, servedAt: new Date().toISOString() }, ({ action }) =>
    action === 'getUnitTypes' ? { types: [{ cu_type: 'imagined', commands }] } : { requests: [] },
  )
  await screen.findByRole('region', { name: 'System inhibited' })
}

test.each<PlantRole>(['clientOwner', 'clientStaff', 'installerReadOnly'])(
  '%s sees lights, danger and units, and nothing to press',
  async (role) => {
    await open(role)
    screen.getByText('The installer operates this panel')
    screen.getByRole('list', { name: 'Remote panel' })
    for (const name of ['DOWN', 'End inhibition now', 'Inhibit …', 'Start emergency mode …'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  },
)

test('an installer operates the panel', async () => {
  await open('installerStaff')
  screen.getByText('Everything done here is written in the logbook')
  for (const name of ['DOWN', 'End inhibition now', 'Inhibit …', 'Start emergency mode …'])
    await screen.findByRole('button', { name })
})
