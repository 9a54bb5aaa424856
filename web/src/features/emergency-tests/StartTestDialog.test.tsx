import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { StartTestDialog } from './StartTestDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lampsOf = (cu: string) =>
  [1, 2].map((id) => ({
    cu,
    id,
    serial: `A1B2C${id}`,
    type: 'emergency',
    function: 'maintained',
    version: 1,
    description: '',
    location: '',
    notes: '',
    product_code: null,
    groups: [],
    parity: 'odd',
    mode: 'normal',
    errors: [],
    condition: 'ok',
    battery: 80,
    dimming: null,
    autonomy: 60,
    line: null,
    software_version: null,
    reported_at: null,
    condition_since: null,
  }))
const until = new Date(Date.now() - 3_600_000).toISOString()

/** A new unit per test: the same command to the same unit so soon would count as a double click. */
const open = async (cu_id: string, refusal: { code: string; details: object | null }) => {
  const topic = `imagined_${cu_id}`
  const dialog = <StartTestDialog kind="autonomy" asked={topic} onClose={() => undefined} />
  const { calls } = await renderInPlant(dialog, plantWith({ units: [unitWith({ cu_id })] }), ({ action, units }) => {
    if (action === 'getLamps') return { lamps: lampsOf(topic), total: 2, next: null }
    if (action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
    if (action === 'startTests')
      return {
        units: (units as { topic: string; anyway: boolean }[]).map(({ anyway, ...unit }) =>
          anyway
            ? { ...unit, test: {}, leftOut: [], refused: null }
            : { ...unit, test: null, leftOut: [], refused: refusal },
        ),
      }
    return { tests: [], total: 0, hidden: 0, last: null }
  })
  const press = async (name: string) => {
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false))
    fireEvent.click(screen.getByRole('button', { name }))
  }
  await screen.findByText('Main')
  await press('Start test')
  const alertText = (await screen.findByRole('alert')).textContent
  return { alertText, press, started: () => calls.filter(({ action }) => action === 'startTests') }
}

test('all warnings of a test are shown together, and one button starts it anyway', async () => {
  const details = { until, by: 'test', lamps: 2, bothTestGroups: { even: 1, odd: 1 } }
  const { alertText, press, started } = await open('0A1B01', { code: 'BATTERIES_NOT_CHARGED', details })
  expect(alertText).toContain('Unit 0A1B01: an autonomy test discharged 2 of these lamps, until ')
  expect(alertText).toContain('both test groups, even and odd')
  await press('Start anyway')
  await waitFor(() => expect(started()).toHaveLength(2))
  const asks = (startInput: boolean) => ({
    plantId,
    kind: 'autonomy',
    units: [{ topic: 'imagined_0A1B01', addr: [], anyway: startInput }],
  })
  expect(started()).toMatchObject([asks(false), asks(true)])
})

test('a warning applies to its own request, and another test starts normally', async () => {
  const { alertText, press, started } = await open('0A1B02', { code: 'BOTH_TEST_GROUPS', details: { even: 1, odd: 1 } })
  expect(alertText).not.toContain('an autonomy test discharged')
  fireEvent.click(screen.getByRole('radio', { name: 'Functional test' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Start test')
  await waitFor(() => expect(started()).toHaveLength(2))
  expect(started()[1]).toMatchObject({ kind: 'functional', units: [{ anyway: false }] })
})

test('a plain refusal offers no way to start anyway', async () => {
  const { alertText } = await open('0A1B03', { code: 'TEST_ALREADY_RUNNING', details: null })
  expect(alertText).toContain('A test is already running')
  expect(screen.queryByRole('button', { name: 'Start anyway' })).toBeNull()
})

test('a test can be held until batteries are charged or until a plant time', async () => {
  const { calls } = await renderInPlant(
    <StartTestDialog kind="autonomy" asked="imagined_0A1B04" onClose={() => undefined} />,
    plantWith({ units: [unitWith({ cu_id: '0A1B04', connection: 'disconnected' })] }),
    ({ action }) => {
      if (action === 'getLamps') return { lamps: lampsOf('imagined_0A1B04'), total: 2, next: null }
      if (action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
      return { held: {} }
    },
  )
  const listHeldTests = () => calls.filter(({ action }) => action === 'holdTest')
  await screen.findByText('Main')
  fireEvent.click(screen.getByRole('radio', { name: 'At a time' }))
  expect(
    screen.getByText(/If the connection to the unit is lost at that time, the test is marked as not executed/),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Start later' }))
  expect(await screen.findByText(/date and a time|whole date|Enter/)).toBeTruthy()
  expect(listHeldTests()).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: 'When charged' }))
  fireEvent.click(screen.getByRole('button', { name: 'Start later' }))
  // The unit is offline now; it may return by then.
  await waitFor(() =>
    expect(listHeldTests()).toMatchObject([{ units: [{ topic: 'imagined_0A1B04', addr: [] }], kind: 'autonomy' }]),
  )
  expect(calls.filter(({ action }) => action === 'startTests')).toEqual([])
})

test('a held test of both groups asks first, and the second press confirms it', async () => {
  const dialog = <StartTestDialog kind="autonomy" asked="imagined_0A1B10" onClose={() => undefined} />
  const { calls } = await renderInPlant(
    dialog,
    plantWith({ units: [unitWith({ cu_id: '0A1B10' })] }),
    ({ action, anyway }) => {
      if (action === 'getLamps') return { lamps: lampsOf('imagined_0A1B10'), total: 2, next: null }
      if (action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
      if (action === 'holdTest' && !anyway)
        return new Response(
          JSON.stringify({
            error: 'BOTH_TEST_GROUPS',
            message: '',
            details: { even: 1, odd: 1, topic: 'imagined_0A1B10' },
          }),
          { status: 409 },
        )
      if (action === 'holdTest') return { held: [] }
      return { tests: [], total: 0, hidden: 0, last: null }
    },
  )
  await screen.findByText('Main')
  fireEvent.click(screen.getByRole('radio', { name: 'When charged' }))
  fireEvent.click(screen.getByRole('button', { name: 'Start later' }))
  expect((await screen.findByRole('alert')).textContent).toContain('both test groups, even and odd')
  fireEvent.click(screen.getByRole('button', { name: 'Start anyway' }))
  const held = () => calls.filter(({ action }) => action === 'holdTest')
  await waitFor(() => expect(held()).toHaveLength(2))
  expect(held().map(({ anyway }) => anyway)).toEqual([false, true])
})

test('a test without a unit is not started, and the dialog says so', async () => {
  const dialog = <StartTestDialog kind="functional" asked="imagined_0A1B11" onClose={() => undefined} />
  const plant = plantWith({ units: [unitWith({ cu_id: '0A1B11' })] })
  const { calls } = await renderInPlant(dialog, plant, ({ action }) => {
    if (action === 'getLamps') return { lamps: lampsOf('imagined_0A1B11'), total: 2, next: null }
    return { types: [], enrolmentWindowS: 60, tests: [], total: 0, hidden: 0, last: null }
  })
  await screen.findByText('Main')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Main' }))
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }))
  expect(await screen.findByText('No device is selected.')).toBeTruthy()
  expect(calls.filter(({ action }) => action === 'startTests')).toEqual([])
})

test('several units are requested in one call, and started ones are not repeated', async () => {
  const topics = ['imagined_0A1B05', 'imagined_0A1B06']
  const units = ['0A1B05', '0A1B06'].map((cu_id) => unitWith({ cu_id }))
  const lamps = topics.flatMap(lampsOf)
  const { calls } = await renderInPlant(
    <StartTestDialog kind="autonomy" lamps={lamps.map(({ cu, id }) => ({ cu, id }))} onClose={() => undefined} />,
    plantWith({ units }),
    (call) => {
      if (call.action === 'getLamps') return { lamps, total: 4, next: null }
      if (call.action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
      if (call.action !== 'startTests') return { tests: [], total: 0, hidden: 0, last: null }
      const refusal = { code: 'BOTH_TEST_GROUPS', details: { even: 1, odd: 1 } }
      return {
        units: (call.units as { topic: string; anyway: boolean }[]).map(({ topic, anyway }) =>
          topic === topics[0] || anyway
            ? { topic, test: {}, leftOut: [], refused: null }
            : { topic, test: null, leftOut: [], refused: refusal },
        ),
      }
    },
  )
  const started = () => calls.filter(({ action }) => action === 'startTests')
  const press = async (name: string) => {
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false))
    fireEvent.click(screen.getByRole('button', { name }))
  }
  // The dialog knows the selected lamps.
  await screen.findAllByRole('checkbox')
  await press('Start test')
  expect((await screen.findByRole('alert')).textContent).toContain('0A1B06')
  await press('Start anyway')
  await waitFor(() => expect(started()).toHaveLength(2))
  expect(started()).toMatchObject([
    { units: topics.map((topic) => ({ topic, addr: [1, 2], anyway: false })) },
    { units: [{ topic: topics[1], addr: [1, 2], anyway: true }] },
  ])
})
