import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { computeCurrentLevels, countArrived } from './current-levels.ts'
import { LevelControl } from './LevelControl.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const lamp = (id: number, change: Partial<Lamp> = {}): Lamp =>
  ({
    cu: topic,
    id,
    serial: `A1B2C${id}`,
    groups: [],
    condition: 'ok',
    type: 'lighting',
    function: null,
    errors: [],
    mode: 'normal',
    dimming: 40,
    description: '',
    location: '',
    ...change,
  }) as Lamp
const lamps = [
  lamp(1, { dimming: 20 }),
  lamp(2, { dimming: 60 }),
  lamp(3, { type: 'emergency', function: 'maintained', mode: 'emergency', dimming: 100 }),
  lamp(4, { type: 'emergency', function: 'nonMaintained' }),
  lamp(5, { condition: 'offline', dimming: null }),
  lamp(6, { type: 'sensor', dimming: null }),
]
const target = { zone: '00000000-0000-4000-8000-0000000000a1' }
const levelAnswer = { commands: [], notAsked: [], lamps: { following: 2, held: 0, without: 0 } }
const types = [{ cu_type: 'imagined', commands: ['setLevels'] }]
type Answers = NonNullable<Parameters<typeof renderInPlant>[2]>
/** Types with light levels, and this answer to any other call. */
const createAnswers =
  (answer: ReturnType<Answers>): Answers =>
  ({ action }) =>
    action === 'getUnitTypes' ? { types } : answer

test('only free dimmable lamps count, and held lamps are listed by reason', () => {
  const now = computeCurrentLevels(lamps, () => true)
  expect([now.mean, now.min, now.max, now.following.length, now.free.length]).toEqual([40, 20, 60, 4, 2])
  expect([...now.held].map(([reason, heldLamps]) => [reason, heldLamps.map(({ id }) => id)])).toEqual([
    ['onBattery', [3]],
    ['away', [5]],
  ])
  expect([countArrived(now, 60), countArrived(now, 40)]).toEqual([1, 0])
  expect(computeCurrentLevels(lamps, () => false)).toMatchObject({ mean: null, free: [] })
})

test('the slider shows the reported level, and a level is reached only when reported', async () => {
  const { calls } = await renderInPlant(
    <LevelControl to={target} lamps={lamps} />,
    plantWith(),
    createAnswers(levelAnswer),
  )
  expect((await screen.findByText('40%')).tagName).toBe('B')
  expect(screen.getByText('1 lamp on battery keeps its light: 0003')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'On, 100%' }))
  await waitFor(() =>
    expect(calls.find(({ action }) => action === 'setLightLevel')).toMatchObject({ to: target, level: 100, fadeS: 10 }),
  )
  expect(await screen.findByText('Requested: 100% · 0 of 2 lamps arrived')).toBeDefined()
  expect(screen.getByText('40%').tagName).toBe('B')
})

test('lamps at the level count as reached, and a step sends no number', async () => {
  const lampsAtZero = [lamp(1, { dimming: 0 }), lamp(2, { dimming: 0 })]
  const { calls } = await renderInPlant(
    <LevelControl to={target} lamps={lampsAtZero} />,
    plantWith(),
    createAnswers(levelAnswer),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Off' }))
  expect(await screen.findByText('0% reached')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'One step brighter, 10%' }))
  await waitFor(() => expect(calls.filter(({ action }) => action === 'setLightLevel')).toHaveLength(2))
  expect(calls.at(-1)).toMatchObject({ level: 'up' })
  expect(screen.queryByText('0% reached')).toBeNull()
})

test('quick steps are all sent, and a slider move is sent once', async () => {
  const { calls } = await renderInPlant(
    <LevelControl to={target} lamps={lamps} />,
    plantWith(),
    createAnswers(levelAnswer),
  )
  const brighter = await screen.findByRole('button', { name: 'One step brighter, 10%' })
  for (let press = 0; press < 3; press++) fireEvent.click(brighter)
  await waitFor(() => expect(calls.filter(({ action }) => action === 'setLightLevel')).toHaveLength(3))
  for (const name of ['Off', 'On, 100%']) fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ level: 100 }))
  expect(calls.filter(({ level }) => level === 0)).toEqual([])
})

test('a refused level is not shown as requested', async () => {
  await renderInPlant(
    <LevelControl to={target} lamps={lamps} />,
    plantWith(),
    createAnswers(refusal('LIGHT_UNITS_AWAY')),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Off' }))
  await waitFor(() => expect(screen.queryByText(/Asked for/)).toBeNull())
})

test('a reader sees levels without a slider and the reason', async () => {
  await renderInPlant(
    <LevelControl to={target} lamps={lamps} />,
    plantWith({ plant: { role: 'clientStaff' } }),
    createAnswers(levelAnswer),
  )
  expect(await screen.findByText('40%')).toBeDefined()
  expect(screen.queryByRole('slider')).toBeNull()
  const offButton = screen.getByRole('button', { name: 'Off' })
  expect(offButton.getAttribute('aria-disabled')).toBe('true')
  expect(offButton.getAttribute('aria-description')).toBeTruthy()
})

test('lamps or units without dimming have no control', async () => {
  await renderInPlant(
    <LevelControl to={target} lamps={[lamp(6, { type: 'sensor' })]} />,
    plantWith(),
    () => levelAnswer,
  )
  expect(screen.queryByRole('button', { name: 'Off' })).toBeNull()
  cleanup()
  await renderInPlant(<LevelControl to={target} lamps={lamps} />, plantWith(), () => ({ types: [] }))
  expect(screen.queryByRole('button', { name: 'Off' })).toBeNull()
})
