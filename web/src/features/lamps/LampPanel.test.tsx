import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { LampPanel } from './LampPanel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00.000Z'
const lamp: Lamp = {
  cu: 'imagined_0A1B2C',
  id: 7,
  serial: 'A1B2C3',
  type: 'emergency',
  function: 'maintained',
  version: 1,
  description: 'Main door',
  location: 'Hall',
  notes: 'Ladder of 4 m',
  product_code: 'ST-8',
  groups: [1],
  parity: 'odd',
  mode: 'normal',
  errors: ['battery_short'],
  condition: 'error',
  battery: 80,
  dimming: null,
  autonomy: 60,
  line: null,
  software_version: null,
  reported_at: at,
  condition_since: at,
}
const detail = lampDetail.parse({ name: 'DOOR', spareParts: ['BAT-36'] })

let apiCalls: { action: string }[]
type Neighbours = { onPrevious?: () => void; onNext?: () => void }
const openAs = async (
  role: PlantRole,
  neighbours: Neighbours = {},
  change: Partial<Lamp> = {},
  detailChange: object = {},
) => {
  const changedLamp = { ...lamp, ...change }
  const panel = (
    <LampPanel
      lamp={changedLamp}
      onClose={() => undefined}
      onPrevious={neighbours.onPrevious}
      onNext={neighbours.onNext}
    />
  )
  const { calls } = await renderInPlant(panel, plantWith({ plant: { role } }), ({ action }) => {
    if (action === 'getLamps') return { lamps: [lamp, { ...lamp, id: 8 }], total: 2, next: null }
    if (action === 'getLamp')
      return {
        lamp: changedLamp,
        detail: { ...detail, ...detailChange },
        reported_product_code: 'ST-8',
        uv_ends_at: null,
        results: [],
        notes_written: { by: 'Luca Bressan', at },
      }
    if (action === 'getLampHistory') return { changes: [], next: null }
    if (action === 'identifyLamp') return { command: {} }
    if (action === 'getProductInfo') return refusal('PRODUCT_NOT_FOUND')
    if (action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
    return action === 'getGroups' ? { groups: [] } : { operations: [], photos: [] }
  })
  await screen.findByText('DOOR')
  await screen.findByText('BAT-36', { exact: false, selector: changedLamp.errors.length > 0 ? 'p' : 'dd' })
  apiCalls = calls
  return document.querySelector('[data-part="panel-body"]')?.textContent ?? ''
}

test('the panel shows fault, cause, remedy and part, then actions, description and place, before the facts', async () => {
  const text = await openAs('installerStaff')
  const inOrder = [
    'Battery: short circuit',
    'Likely cause',
    'What to do',
    'BAT-36',
    'Identify',
    'Description',
    'Serial',
  ]
  expect(inOrder.map((part) => text.indexOf(part))).toEqual(
    inOrder.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
  )
  expect(inOrder.filter((part) => !text.includes(part))).toEqual([])
})

test('the panel collapses sections without reports', async () => {
  await openAs('installerStaff')
  const [more, unreported] = document.querySelectorAll<HTMLDetailsElement>('[data-part="facts-folded"]')
  expect([more?.open, unreported?.open]).toEqual([false, false])
  expect(more?.textContent).toMatch(/^\d+ more facts/)
  expect(unreported?.textContent).toContain('unknown')
  const shownFacts = [...document.querySelectorAll('.vx-panel-part > [data-part="facts"] dd')].map(
    ({ textContent }) => textContent,
  )
  expect(shownFacts).not.toContain('unknown')
  expect(shownFacts).toContain('80%')
  expect(shownFacts).toContain('Emergency · Maintained')
  expect(shownFacts.length).toBeLessThan(10)
})

test.each<PlantRole>(['clientOwner', 'clientStaff', 'installerReadOnly'])(
  '%s sees the texts without any field',
  async (role) => {
    const text = await openAs(role)
    expect(screen.queryAllByRole('textbox')).toEqual([])
    expect(text).toContain('Main door')
    expect(text).toContain('Ladder of 4 m')
    expect(text).toContain('Notes by Luca Bressan')
    expect(text).toContain('DOOR')
  },
)

test('an installer can edit the lamp', async () => {
  await openAs('installerStaff')
  expect(screen.getAllByRole('textbox').length).toBeGreaterThan(1)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }).value).toBe('Ladder of 4 m')
})

test('Test opens the dialog with only this lamp and starts no test', async () => {
  await openAs('installerStaff')
  fireEvent.click(screen.getByRole('button', { name: 'Test' }))
  const dialog = await screen.findByRole('dialog', { name: 'Start a test' })
  expect(await within(dialog).findByRole('radio', { name: /Functional/ })).toHaveProperty('checked', true)
  const checkedBoxes = await within(dialog).findAllByRole('checkbox', { checked: true })
  expect(checkedBoxes.map((box) => box.closest('label, li')?.textContent)).toEqual([expect.stringContaining('0007')])
  expect(apiCalls.map(({ action }) => action)).not.toContain('ftest')
})

test('a lamp blinks for the chosen time, from one second to ten minutes', async () => {
  await openAs('installerStaff')
  const seconds = screen.getByRole('textbox', { name: 'Seconds of blinking' })
  const identify = screen.getByRole('button', { name: 'Identify' })
  for (const wrongValue of ['', '0', '601']) {
    fireEvent.change(seconds, { target: { value: wrongValue } })
    expect(identify.getAttribute('aria-disabled')).toBe('true')
  }
  fireEvent.change(seconds, { target: { value: '45' } })
  fireEvent.click(identify)
  await vi.waitFor(() =>
    expect(apiCalls.find(({ action }) => action === 'identifyLamp')).toMatchObject({ seconds: 45 }),
  )
})

test('Alt with an arrow moves to the neighbours in the list', async () => {
  const [onPrevious, onNext] = [vi.fn(), vi.fn()]
  await openAs('installerStaff', { onPrevious, onNext })
  const panel = screen.getByRole('complementary')
  fireEvent.keyDown(panel, { key: 'ArrowDown', altKey: true })
  fireEvent.keyDown(panel, { key: 'ArrowDown' })
  expect([onPrevious.mock.calls.length, onNext.mock.calls.length]).toEqual([0, 1])
  fireEvent.keyDown(panel, { key: 'ArrowUp', altKey: true })
  expect([onPrevious.mock.calls.length, onNext.mock.calls.length]).toEqual([1, 1])
})

test('a sensor has no test and no battery section', async () => {
  const text = await openAs('installerStaff', {}, { type: 'sensor', function: null, errors: [], condition: 'ok' })
  expect(screen.queryByRole('button', { name: 'Test' })).toBeNull()
  expect(text).not.toContain('Rated duration')
  expect(text).not.toContain('Autonomy, last five tests')
})

test('missing reports are stated only after the server has answered', async () => {
  const noParameters = 'The lamp has reported no parameters.'
  const lampAnswer = { lamp, detail, reported_product_code: null, uv_ends_at: null, results: [], notes_written: null }
  const answerHeld = Promise.withResolvers<typeof lampAnswer>()
  const panel = <LampPanel lamp={lamp} onClose={() => undefined} onPrevious={undefined} onNext={undefined} />
  await renderInPlant(panel, plantWith(), ({ action }) => {
    if (action === 'getLamp') return answerHeld.promise
    if (action === 'getLampHistory') return { changes: [], next: null }
    if (action === 'getProductInfo') return refusal('PRODUCT_NOT_FOUND')
    if (action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
    return { lamps: [lamp], total: 1, next: null, groups: [], operations: [], photos: [] }
  })
  const parameters = () => screen.getByRole('button', { name: 'Parameters' }).getAttribute('aria-description')
  await screen.findByRole('button', { name: 'Identify' })
  expect(screen.queryByText(noParameters)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Parameters' })).toBeNull()
  expect(screen.queryByText(/not reported/)).toBeNull()
  answerHeld.resolve(lampAnswer)
  expect(await screen.findByText(noParameters)).toBeTruthy()
  expect(screen.getByText('10 values are not reported')).toBeTruthy()
  expect(parameters()).toBe('No parameter is supported by every selected lamp.')
})

const gear = {
  shortAddress: 19,
  pairedWith: 20,
  gtin: '4052899012345',
  identification: null,
  recognisable: false,
  edition: 2,
  deviceTypes: [1],
  pending: { functional: null, autonomy: 'charging' },
  ownTests: { functionalDays: 7, autonomyWeeks: 0, timeoutDays: 7 },
  readAt: at,
}

test('addressed gear shows place, identity, own tests, and a pending test as neither failed nor done', async () => {
  const sound = { id: 84, errors: [], condition: 'ok', groups: [1, 2, 3, 4, 5] } as const
  await openAs('installerStaff', {}, { ...sound, errors: [], groups: [1, 2, 3, 4, 5] }, { gear })
  screen.getByText('2·19, with 2·20')
  screen.getByText('4052899012345')
  screen.getByText('None. This lamp cannot be recognised after a swap.')
  screen.getByText('Intervals: functional test 7 days, autonomy test off')
  screen.getByText('Leave some before you change its groups.')
  const pending = screen.getByText('Autonomy test pending: charging')
  expect(pending.closest('[data-tone]')).toBeNull()
})
