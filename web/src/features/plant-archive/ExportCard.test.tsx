import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { PlantExport } from '@vigilux/contract/features/plant-archive/plant-export.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { ExportCard } from './ExportCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ordered: PlantExport = {
  id: plantId,
  state: 'waiting',
  done: 0,
  total: 0,
  bytes: null,
  requestedAt: '2026-03-02T09:00:00.000Z',
  until: null,
}

/** Shows the card; each read of the export gives the next of these answers, the last one again and again. */
const open = (answers: (PlantExport | null)[], role: 'installerAdministrator' | 'installerStaff') => {
  const details = plantWith({ plant: { role } })
  return renderInPlant(<ExportCard plant={details.plant} />, details, ({ action }) => {
    if (action === 'getPlantExport') return { export: answers.length > 1 ? answers.shift() : answers[0] }
    return action === 'createPlantExport' ? { export: ordered } : {}
  })
}

test('an administrator orders an export, sees how far it is, and downloads it', async () => {
  const running = { ...ordered, state: 'running', done: 250, total: 1_000 } as const
  const ready = {
    ...running,
    state: 'ready',
    done: 1_000,
    bytes: 3 * 1024 ** 2,
    until: '2026-03-03T09:00:00.000Z',
  } as const
  const { calls } = await open([null, ordered, running, ready], 'installerAdministrator')
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Export plant' }))
  await screen.findByText('The export starts soon.')
  expect((await screen.findByRole('progressbar', { name: '250 of 1,000 records exported' })).ariaValueNow).toBe('25')
  await person.click(await screen.findByRole('button', { name: 'Download (3 MB)' }))
  await vi.waitFor(() => expect(calls.map(({ action }) => action)).toContain('downloadPlantExport'))
  expect(screen.getByText(/^Available until 3 Mar/)).toBeTruthy()
})

test('a failed export can be started again', async () => {
  await open([{ ...ordered, state: 'failed' }], 'installerAdministrator')
  expect((await screen.findByRole('alert')).textContent).toBe('The export failed. Start it again.')
  expect(screen.getByRole('button', { name: 'Export plant' })).toHaveProperty('disabled', false)
})

test('a member without permission asks nothing', async () => {
  const { calls } = await open([null], 'installerStaff')
  await screen.findByRole('button', { name: /Export plant/ })
  expect(calls.map(({ action }) => action)).not.toContain('getPlantExport')
})
