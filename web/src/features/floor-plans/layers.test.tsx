import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cu, marks, openPlans, shown, useFakeStage } from '../../testing/floor-plans.tsx'
import type { Autonomy } from '../lamps/index.ts'
import { placeableLamp } from './placeable.ts'
import { layerFor, layerOf } from './plan-layers.ts'

vi.mock('./plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
beforeEach(useFakeStage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const facts = { zones: { zones: [], zonesOf: () => [] }, autonomyOf: () => ({}) }
const lamp = (change: Partial<Lamp>) =>
  placeableLamp(
    {
      type: 'emergency',
      parity: null,
      autonomy: 60,
      measured_autonomy: null,
      dimming: null,
      errors: [],
      ...change,
    } as Lamp,
    new Set(),
  )

test('each layer says what a lamp is, and of what nobody knows that it is not known', () => {
  const of = (name: 'tests' | 'level' | 'faults', change: Partial<Lamp>) => layerFor(name, facts)?.of(lamp(change))
  expect(of('tests', { parity: 'even' })).toEqual({ kind: 'even', value: null })
  expect(of('tests', { parity: 'odd', type: 'lighting' })?.kind).toBe('none')
  const ofAutonomy = (known: Autonomy) => layerFor('autonomy', { ...facts, autonomyOf: () => known })?.of(lamp({}))
  expect(ofAutonomy({ minutes: 58, isShort: true })).toEqual({ kind: 'short', value: 58 })
  expect(ofAutonomy({ minutes: 60, isShort: false })).toEqual({ kind: 'full', value: 60 })
  expect(ofAutonomy({ because: 'neverTested' })).toEqual({ kind: 'none', value: null })
  expect([0, 1, 33, 34, 66, 67, 100].map((dimming) => of('level', { dimming })?.kind)).toEqual([
    'off',
    'low',
    'low',
    'half',
    'half',
    'full',
    'full',
  ])
  expect(of('level', {})).toEqual({ kind: 'none', value: null })
  expect(of('faults', { errors: ['charger', 'dali'] })).toEqual({ kind: 'fault', value: 2 })
})

test('a zone is known by its number, and no two have the same look', () => {
  const zones = Array.from({ length: 8 }, (_, at) => ({ id: `z${at}`, zoneName: `Zone ${at}` }))
  const layer = layerFor('zones', {
    ...facts,
    zones: { zones, zonesOf: ({ id }) => (id === 1 ? ['z3'] : id === 2 ? ['z1', 'z2'] : []) },
  })
  const looks = layer?.kinds.map(({ look }) => JSON.stringify(look))
  expect(new Set(looks).size).toBe(10)
  expect([1, 2, 3].map((id) => layer?.of(lamp({ id })))).toEqual([
    { kind: 'z3', value: null },
    { kind: 'several', value: 2 },
    { kind: 'none', value: null },
  ])
})

test('the autonomy is the one that the last test measured', async () => {
  const short = { cu, serial: 'A1B2C1', result: 'failed', reason: null, measured_s: 3_480, rated_min: 60 }
  const { router } = await openPlans({
    answers: { getAutonomyResults: { lamps: [{ ...short, at: '2026-03-02T09:00:00.000Z' }] } },
  })
  await waitFor(() => expect(marks()).toHaveLength(1))
  await router.navigate({ to: '.', search: { layer: 'autonomy' } as never })
  await waitFor(() => expect(marks()[0]).toMatchObject({ look: { sign: '!' }, value: expect.stringMatching(/^58/) }))
})

test('an address that names no layer shows states', () => {
  expect([undefined, 'heat', 'zones'].map(layerOf)).toEqual(['state', 'state', 'zones'])
})

test('a layer is chosen, stands in the address, and its legend counts what is on the plan', async () => {
  const { router } = await openPlans()
  await waitFor(() => expect(marks()).toHaveLength(1))
  expect(marks()[0]?.look).toBeUndefined()
  fireEvent.click(await screen.findByRole('combobox', { name: 'Layer' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Autonomy, last measured' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ layer: 'autonomy' }))
  await waitFor(() => expect(marks()[0]?.look).toMatchObject({ sign: '–' }))
  const legend = within(screen.getByRole('region', { name: 'Layer' }))
  expect(legend.getByText('Not measured').nextSibling?.textContent).toBe('1')
  fireEvent.click(await screen.findByRole('combobox', { name: 'Layer' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Heat of faults' }))
  await waitFor(() => expect(shown().heat).toEqual([]))
  await waitFor(() => expect(marks()[0]).toMatchObject({ key: `${cu}.1`, tone: 'error' }))
  expect(marks()[0]?.look).toBeUndefined()
})
