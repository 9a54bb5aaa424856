import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atPlan, cu, marks, openPlans, shown, useFakeStage } from '../../testing/floor-plans.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import type { Autonomy } from '../lamps/index.ts'
import { createLayer, layerOf } from './canvas/plan-layers.ts'
import { placeableLamp } from './placeable.ts'

vi.mock('./canvas/plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
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

test('each layer shows the value of a lamp, or that it is unknown', () => {
  const styleOf = (name: 'tests' | 'level' | 'faults', change: Partial<Lamp>) =>
    createLayer(name, facts)?.of(lamp(change))
  expect(styleOf('tests', { parity: 'even' })).toEqual({ kind: 'even', value: null })
  expect(styleOf('tests', { parity: 'odd', type: 'lighting' })?.kind).toBe('none')
  const ofAutonomy = (autonomy: Autonomy) =>
    createLayer('autonomy', { ...facts, autonomyOf: () => autonomy })?.of(lamp({}))
  expect(ofAutonomy({ minutes: 58, isShort: true })).toEqual({ kind: 'short', value: 58 })
  expect(ofAutonomy({ minutes: 60, isShort: false })).toEqual({ kind: 'full', value: 60 })
  expect(ofAutonomy({ reason: 'neverTested' })).toEqual({ kind: 'none', value: null })
  expect([0, 1, 33, 34, 66, 67, 100].map((dimming) => styleOf('level', { dimming })?.kind)).toEqual([
    'off',
    'low',
    'low',
    'half',
    'half',
    'full',
    'full',
  ])
  expect(styleOf('level', {})).toEqual({ kind: 'none', value: null })
  expect(styleOf('faults', { errors: ['charger', 'dali'] })).toEqual({ kind: 'fault', value: 2 })
})

test('zones have their number and unique colours', () => {
  const zones = Array.from({ length: 8 }, (_, at) => ({ id: `z${at}`, zoneName: `Zone ${at}` }))
  const layer = createLayer('zones', {
    ...facts,
    zones: { zones, zonesOf: ({ id }) => (id === 1 ? ['z3'] : id === 2 ? ['z1', 'z2'] : []) },
  })
  const looksJson = layer?.kinds.map(({ look }) => JSON.stringify(look))
  expect(new Set(looksJson).size).toBe(10)
  expect([1, 2, 3].map((id) => layer?.of(lamp({ id })))).toEqual([
    { kind: 'z3', value: null },
    { kind: 'several', value: 2 },
    { kind: 'none', value: null },
  ])
})

test('the autonomy is from the last test', async () => {
  const short = { cu, serial: 'A1B2C1', result: 'failed', reason: null, measured_s: 3_480, rated_min: 60 }
  const { router } = await openPlans({
    answers: { getAutonomyResults: { lamps: [{ ...short, at: '2026-03-02T09:00:00.000Z' }] } },
  })
  await waitFor(() => expect(marks()).toHaveLength(1))
  await router.navigate({ to: '.', search: { layer: 'autonomy' } as never })
  await waitFor(() =>
    expect(marks()[0]).toMatchObject({ look: { sign: '!' }, value: expect.stringMatching(/^58\smin$/) }),
  )
})

test('an address with an unknown layer shows states', () => {
  expect([undefined, 'heat', 'zones'].map(layerOf)).toEqual(['state', 'state', 'zones'])
})

test('a selected layer is in the address, and its legend counts the plan', async () => {
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
  fireEvent.click(await screen.findByRole('option', { name: 'Heat map of faults' }))
  await waitFor(() => expect(shown().heat).toEqual([]))
  await waitFor(() => expect(marks()[0]).toMatchObject({ key: `${cu}.1`, tone: 'error' }))
  expect(marks()[0]?.look).toBeUndefined()
})

/** The page with three lamps on the plan, which differ in every layer. */
const openThree = async (layer: string) => {
  const lampBase = {
    cu,
    description: '',
    location: '',
    type: 'emergency',
    condition: 'ok',
    errors: [],
    product_code: null,
  }
  const lamps = [
    {
      ...lampBase,
      id: 1,
      serial: 'A1B2C1',
      dimming: 50,
      parity: 'even',
      errors: ['charger', 'dali'],
      condition: 'error',
    },
    { ...lampBase, id: 2, serial: 'A1B2C2', dimming: 0, parity: 'even' },
    { ...lampBase, id: 3, serial: 'A1B2C3', dimming: null, parity: null, condition: 'offline' },
  ]
  const places = [1, 2, 3].map((addr) => atPlan(addr, addr / 10, 0.5))
  const { router } = await openPlans({ places, answers: { getLamps: { lamps, total: 3, next: null } } })
  await waitFor(() => expect(marks()).toHaveLength(3))
  await router.navigate({ to: '.', search: { layer } as never })
  const legend = within(await screen.findByRole('region', { name: 'Layer' }))
  await waitFor(() => expect(legend.getAllByRole('listitem').length).toBeGreaterThan(0))
  return { router, legend: () => legend.getAllByRole('listitem').map(({ textContent }) => textContent) }
}

test('on a phone the first chip names the layer, and opens layers and legend in one sheet', async () => {
  stubPhone()
  const { router } = await openPlans()
  await waitFor(() => expect(marks()).toHaveLength(1))
  const bar = document.querySelector('[data-part="filterbar"]')
  expect([...(bar?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'States',
    'Error1',
  ])
  expect(screen.queryByRole('region', { name: 'Legend' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'States' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Show on the plan' }))
  sheet.getByRole('region', { name: 'Legend' })
  expect(sheet.getByRole('radio', { name: 'States' })).toHaveProperty('checked', true)
  fireEvent.click(sheet.getByRole('radio', { name: 'Test groups' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ layer: 'tests' }))
  await screen.findByRole('button', { name: 'Test groups' })
})

test('levels are in percent, and the legend lists only kinds on the plan', async () => {
  const { legend } = await openThree('level')
  await waitFor(() => expect(marks().map(({ value }) => value)).toEqual(['50%', '0%', undefined]))
  expect(legend()).toEqual(['0Off1', '34 to 66%1', '–Not reported1'])
  expect(shown().heat).toEqual([])
})

test('the heat map covers faults only, and lamps keep the colour of their state', async () => {
  const { legend } = await openThree('faults')
  await waitFor(() => expect(shown().heat.map(({ key }) => key)).toEqual([`${cu}.1`]))
  expect(marks().map(({ tone, value, look }) => [tone, value, look])).toEqual([
    ['error', '2', undefined],
    ['ok', undefined, undefined],
    ['offline', undefined, undefined],
  ])
  expect(legend()).toEqual(['!With faults1', 'Without faults2'])
})

test('the default layer leaves the address clean, and a filtered state counts alone', async () => {
  const { router, legend } = await openThree('tests')
  await waitFor(() => expect(legend()).toEqual(['2Even group2', '–No test group1']))
  fireEvent.click(screen.getByRole('button', { name: /^Offline/ }))
  await waitFor(() => expect(legend()).toEqual(['–No test group1']))
  expect(marks().map(({ key }) => key)).toEqual([`${cu}.3`])
  fireEvent.click(screen.getByRole('button', { name: /^Offline/ }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Layer' }))
  fireEvent.click(await screen.findByRole('option', { name: 'States' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(marks().every(({ look }) => look === undefined)).toBe(true)
})

test('the legend names zones as people call them', async () => {
  const id = '00000000-0000-4000-8000-0000000000b1'
  const lamp = { cu, id: 1, serial: 'A1B2C1', description: '', location: '', type: 'emergency', condition: 'ok' }
  const { router } = await openPlans({
    answers: {
      getLamps: { lamps: [{ ...lamp, errors: [], groups: [] }], total: 1, next: null },
      getZones: { zones: [{ id, zoneName: 'North', groups: [] }] },
      getZoneLamps: { zones: [{ zone_id: id, topic: cu, addrs: [1] }] },
    },
  })
  await waitFor(() => expect(marks()).toHaveLength(1))
  await router.navigate({ to: '.', search: { layer: 'zones' } as never })
  const legend = within(await screen.findByRole('region', { name: 'Layer' }))
  await waitFor(() =>
    expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1North1']),
  )
})
