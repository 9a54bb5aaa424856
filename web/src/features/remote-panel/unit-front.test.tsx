import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { UnitFrontCard } from './UnitFrontCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a key pressed before the last one was accepted follows it, also after a refusal', async () => {
  const pendingAnswers: ((answer: unknown) => void)[] = []
  const types = [{ cu_type: 'imagined', commands: ['keypressSimulation'] }]
  const answers = ({ action }: { action: string }) => {
    if (action === 'keypressSimulation') return new Promise((resolve) => pendingAnswers.push(resolve))
    return action === 'getUnitTypes' ? { types } : {}
  }
  const { calls } = await renderInPlant(<UnitFrontCard unit={unitWith()} />, plantWith(), answers)
  const listPresses = () =>
    calls.filter(({ action }) => action === 'keypressSimulation').map(({ keys }) => String(keys))
  for (const name of ['DOWN', 'OK', 'UP']) fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(listPresses()).toEqual(['DOWN']))
  pendingAnswers[0]?.({})
  await waitFor(() => expect(listPresses()).toEqual(['DOWN', 'OK']))
  pendingAnswers[1]?.(refusal('UNIT_BUSY'))
  await waitFor(() => expect(listPresses()).toEqual(['DOWN', 'OK', 'UP']))
})
