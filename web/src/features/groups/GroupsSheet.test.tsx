import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { SelectedGroupsSheet } from './GroupsSheet.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const lampIn = (id: number, groups: number[]) => ({ id, cu: topic, type: 'emergency', groups }) as unknown as Lamp
const operation = {
  id: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a',
  cu: topic,
  kind: 'assignGroups',
  state: 'running',
  total: 2,
  done: 0,
  step: null,
  unwritten: [],
  reason: null,
  requestedBy: 'Ada',
  requestedAt: '2026-03-02T09:00:00.000Z',
  endedAt: null,
  undoes: null,
}

const open = (lamps: readonly Lamp[]) => {
  const close = vi.fn()
  const page = renderInPlant(
    <SelectedGroupsSheet topic={topic} lamps={lamps} onClose={close} />,
    plantWith({ units: [unitWith()] }),
    ({ action }) => (action === 'assignGroups' ? { operation } : { operations: [], groups: [] }),
  )
  return page.then((rendered) => ({ ...rendered, close }))
}

test('selected lamps get a group in one press and one send, and the sheet stays open', async () => {
  const { calls, close } = await open([lampIn(1, []), lampIn(2, [5])])
  await userEvent.click(await screen.findByRole('checkbox', { name: /^3/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Send to 2 lamps' }))
  await vi.waitFor(() =>
    expect(calls.find(({ action }) => action === 'assignGroups')).toMatchObject({
      topic,
      lamps: [
        { addr: 1, groups: [3] },
        { addr: 2, groups: [3, 5] },
      ],
    }),
  )
  expect(close).not.toHaveBeenCalled()
})

test('a lamp with too many groups is named, and nothing is sent', async () => {
  await open([lampIn(1, [1, 2, 4, 5]), lampIn(2, [])])
  await userEvent.click(await screen.findByRole('checkbox', { name: /^3/ }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/more than four groups: 1$/)
  expect(screen.getByRole('button', { name: 'Send to 2 lamps' }).getAttribute('aria-disabled')).toBe('true')
})
