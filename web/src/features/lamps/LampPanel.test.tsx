import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { LampPanel } from './LampPanel.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  answers = {}
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

type Answers = Record<string, () => unknown>
let apiCalls: { action: string }[]
/** Answers of writes, by action. */
let answers: Answers = {}
const place = (id: string, parentId: string | null) => ({
  id,
  parentId,
  name: id.replace('f', 'Floor ').replace('h', 'Hall '),
  level: parentId ? 'room' : 'floor',
  kind: null,
  areaM2: null,
  used: null,
  version: 1,
  units: 0,
  lamps: 0,
})
const reads: Answers = {
  getLamps: () => ({ lamps: [lamp, { ...lamp, id: 8 }], total: 2, next: null }),
  getRooms: () => ({ rooms: [place('f2', null), place('f1', null), place('h2', 'f2')] }),
  getRoomLamps: () => ({ rooms: [{ room_id: 'f2', topic: lamp.cu, addrs: [8] }] }),
  getLampHistory: () => ({ changes: [], next: null }),
  getUnitTypes: () => ({ types: [], enrolmentWindowS: 60 }),
  getGroups: () => ({ groups: [] }),
  getProductInfo: () => refusal('PRODUCT_NOT_FOUND'),
  identifyLamp: () => ({ command: {} }),
  getLampRepairs: () => ({ items: [] }),
}
type Neighbours = { onPrevious?: () => void; onNext?: () => void; onClose?: () => void }
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
      onClose={neighbours.onClose ?? (() => undefined)}
      onPrevious={neighbours.onPrevious}
      onNext={neighbours.onNext}
    />
  )
  const lampAnswer = {
    lamp: changedLamp,
    detail: { ...detail, ...detailChange },
    reported_product_code: 'ST-8',
    uv_ends_at: null,
    results: [],
    notes_written: { by: 'Luca Bressan', at },
  }
  const { calls } = await renderInPlant(panel, plantWith({ plant: { role } }), ({ action }) => {
    const all: Answers = { ...reads, getLamp: () => lampAnswer, ...answers }
    const answer = all[action]
    return answer ? answer() : { operations: [], photos: [] }
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

/** The saves sent so far, without the names of lamp and plant. */
const saves = () =>
  apiCalls.flatMap((one) => {
    if (one.action !== 'saveLampDescription') return []
    const { lampDescInfo, version } = one as unknown as { lampDescInfo: Record<string, string>; version: number }
    return [[lampDescInfo.location, lampDescInfo.description, version]]
  })
const savesAs = (version: number, change: Partial<Lamp>) => ({ lamp: { ...lamp, ...change, version } })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const noteAt = (name: string) =>
  field(name).closest('[data-part="in-place"]')?.querySelector('[role="status"]')?.textContent

test('leaving a text saves it, says so in its label, and offers Undo', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  answers.saveLampDescription = () => savesAs(2, { description: 'Side door' })
  await openAs('installerStaff')
  const user = userEvent.setup({ delay: null })
  await user.clear(field('Description'))
  await user.type(field('Description'), 'Side door')
  expect(saves()).toEqual([])
  await user.tab()
  await vi.waitFor(() => expect(noteAt('Description')).toBe('Saved'))
  expect(saves()).toEqual([['Hall', 'Side door', 1]])
  act(() => void vi.advanceTimersByTime(2_000))
  expect(noteAt('Description')).toBe('')
  answers.saveLampDescription = () => savesAs(3, {})
  await user.click(screen.getByRole('button', { name: 'Undo: Description' }))
  await vi.waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toEqual(['Hall', 'Main door', 2])
})

test('a text typed while another is saved is kept, and saved next', async () => {
  const answer = Promise.withResolvers<unknown>()
  answers.saveLampDescription = () => answer.promise
  await openAs('installerStaff')
  const user = userEvent.setup()
  await user.type(field('Description'), ' 2')
  await user.click(field('Notes'))
  await vi.waitFor(() => expect(saves()).toHaveLength(1))
  await user.type(field('Notes'), '!')
  await user.click(field('Description'))
  answers.saveLampDescription = () => savesAs(3, { description: 'Main door 2', notes: 'Ladder of 4 m!' })
  answer.resolve(savesAs(2, { description: 'Main door 2' }))
  await vi.waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toEqual(['Hall', 'Main door 2', 2])
  expect(field('Notes').value).toBe('Ladder of 4 m!')
})

test('a refused save keeps the text in its field; Keep mine saves it', async () => {
  const { description, location, notes } = lamp
  answers.saveLampDescription = () =>
    refusal('CHANGED_MEANWHILE', { now: { description: 'Theirs', location, notes, version: 2 } })
  await openAs('installerStaff')
  const user = userEvent.setup()
  await user.type(field('Description'), ' 2')
  await user.click(document.body)
  await screen.findByText('Someone else has saved this')
  expect(field('Description').value).toBe(`${description} 2`)
  answers.saveLampDescription = () => savesAs(3, { description: 'Main door 2' })
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await vi.waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toEqual(['Hall', 'Main door 2', 2])
})

test('Escape restores the text without closing the panel', async () => {
  const onClose = vi.fn()
  await openAs('installerStaff', { onClose })
  const user = userEvent.setup()
  await user.type(field('Description'), ' 2{Escape}')
  expect([field('Description').value, onClose.mock.calls.length]).toEqual(['Main door', 0])
  await user.tab()
  expect(saves()).toEqual([])
})

test('Place offers the rooms, nearest floor first, and a new one', async () => {
  answers.assignToRoom = () => ({})
  await openAs('installerStaff')
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Place' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Floor 2',
    'Floor 2 › Hall 2',
    'Floor 1',
    'New room',
  ])
  await user.click(screen.getByRole('option', { name: 'Floor 2 › Hall 2' }))
  await vi.waitFor(() =>
    expect(apiCalls.find(({ action }) => action === 'assignToRoom')).toMatchObject({ roomId: 'h2' }),
  )
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Place' }).value).toBe('Hall')
  expect(saves()).toEqual([])
})

test('on a phone a pencil opens the one field, and Done saves and closes it', async () => {
  stubPhone()
  answers.saveLampDescription = () => savesAs(2, { description: 'Main door 2' })
  await openAs('installerStaff')
  const user = userEvent.setup()
  expect(screen.queryAllByRole('textbox', { name: /Place|Description|Notes/ })).toEqual([])
  const pencil = () => screen.getByRole('button', { name: 'Edit: Description' })
  await user.click(pencil())
  expect(document.activeElement).toBe(field('Description'))
  await user.keyboard('x{Escape}')
  expect(document.activeElement).toBe(pencil())
  await user.click(pencil())
  await user.keyboard(' 2')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(pencil()))
  expect(saves()).toEqual([['Hall', 'Main door 2', 1]])
})

test('on a phone a lamp which is OK begins with its place, and has its actions at the thumb', async () => {
  stubPhone()
  const text = await openAs('installerStaff', {}, { errors: [], condition: 'ok' })
  expect(text).toMatch(/^PlaceHall/)
  expect(screen.getByRole('button', { name: 'Identify' }).closest('footer')).toBeTruthy()
})

test('on a phone a faulty lamp has identify, plan and photo below its cause, and its test at the thumb', async () => {
  stubPhone()
  await openAs('installerStaff')
  const row = within(screen.getByRole('button', { name: 'Identify' }).parentElement as HTMLElement)
  expect(row.getByRole('link', { name: 'On plan' }).getAttribute('href')).toContain('lamp=imagined_0A1B2C.7')
  await row.findByRole('button', { name: 'Photo' })
  expect(screen.getByRole('button', { name: 'Test' }).closest('footer')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Seconds of blinking' })).toBeNull()
})

const repairedItem = {
  id: 'i1',
  topic: lamp.cu,
  of: 'lamp',
  lamp: 7,
  serial: lamp.serial,
  error: 'battery_short',
  state: 'done',
  work: { kind: 'batteryReplaced', by: 'Luca Bressan', at, undoUntil: null },
  reTest: { kind: 'autonomy', chargedAt: null, chargedFrom: null, chargeHours: 24, reason: null, testId: null },
}
const repair = (change: object) => ({ items: [{ ...repairedItem, ...change }] })
const inFooter = (name: string) => screen.queryByRole('button', { name })?.closest('footer') !== null

test('on a phone a faulty battery has “Battery replaced” at the thumb, to undo for some seconds', async () => {
  stubPhone()
  await openAs('installerStaff')
  const press = await screen.findByRole('button', { name: 'Battery replaced' })
  expect([inFooter('Battery replaced'), inFooter('Test')]).toEqual([true, true])
  const undoUntil = new Date(Date.now() + 10_000).toISOString()
  answers.recordRepair = () => repair({})
  answers.getLampRepairs = () => repair({ work: { kind: 'batteryReplaced', by: 'Luca Bressan', at, undoUntil } })
  fireEvent.click(press)
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(apiCalls.find(({ action }) => action === 'recordRepair')).toMatchObject({
    title: 'Lamp 0007 · Main door',
    faults: [{ topic: lamp.cu, lamp: 7, error: 'battery_short' }],
    kind: 'batteryReplaced',
  })
  expect(screen.queryByRole('button', { name: 'Battery replaced' })).toBeNull()
  screen.getByText('The re-test waits')
  answers.undoRoundItem = () => ({ item: {} })
  answers.getLampRepairs = () => ({ items: [] })
  fireEvent.click(undo)
  await screen.findByRole('button', { name: 'Battery replaced' })
  expect(apiCalls.find(({ action }) => action === 'undoRoundItem')).toMatchObject({ itemId: 'i1' })
})

test.each<[string, Partial<Lamp>, { items: object[] }, boolean]>([
  ['a light source', { errors: ['led_open'] }, { items: [] }, false],
  ['a battery, no longer reported but not proven', { errors: [] }, repair({ state: 'left', work: null }), true],
  ['a battery which was replaced', {}, repair({}), false],
  ['a battery, reported after its replacement', { errors: ['battery_duration'] }, repair({}), true],
])('a fault of %s', async (_name, change, repairs, isAsked) => {
  answers.getLampRepairs = () => repairs
  await openAs('installerStaff', {}, change)
  await vi.waitFor(() => expect(apiCalls.map(({ action }) => action)).toContain('getLampRepairs'))
  await act(async () => undefined)
  expect(screen.queryByRole('button', { name: 'Battery replaced' }) !== null).toBe(isAsked)
})

test.each(['ok', 'error'] as const)(
  'on a phone an owner finds no action of the installer in a lamp: %s',
  async (condition) => {
    stubPhone()
    await openAs('clientOwner', {}, { condition })
    for (const name of ['Identify', 'Test']) expect(screen.queryByRole('button', { name })).toBeNull()
    screen.getByRole('link', { name: 'Show on the plan' })
  },
)

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
    return { lamps: [lamp], total: 1, next: null, groups: [], operations: [], photos: [], rooms: [], items: [] }
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
