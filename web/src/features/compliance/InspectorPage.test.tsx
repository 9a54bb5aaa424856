import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { sampleAnswer } from '../../testing/sample-answer.ts'
import { InspectorPage } from './InspectorPage.tsx'

const saved: string[] = []

/** Records the files saved by the browser. */
const recordSaved = () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:register', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const callAction = globalThis.fetch
  const fetchFileOrCall = async (url: string, init?: RequestInit) =>
    init?.body ? callAction(url, init) : new Response(`file at ${url}`)
  vi.stubGlobal('fetch', fetchFileOrCall)
}

afterEach(() => {
  cleanup()
  saved.length = 0
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const report = { id: '00000000-0000-4000-8000-00000000000a', state: 'queued', error: null }
const floorPlans = [
  {
    id: '00000000-0000-4000-8000-00000000000b',
    name: 'Ground floor',
    drawingAt: '2026-03-01T10:00:00.000Z',
    lamps: 8,
    small: '/files/shared/small',
    large: '/files/shared/large',
  },
]
const page = sampleAnswer('getInspectorPage') as { inspection: object }
const show = (answers: Record<string, unknown>, inspection: object = {}, change: object = {}) =>
  renderInPlant(
    <InspectorPage />,
    plantWith(),
    ({ action }) =>
      action === 'getInspectorPage'
        ? { inspection: { ...page.inspection, floorPlans, ...inspection }, ...change }
        : answers[action],
    { secret: 'a-secret' },
  )

test('one press makes the register in the language of the page and saves it', async () => {
  const file = { url: '/files/shared/register', name: 'Register.pdf', bytes: 8 }
  const { calls } = await show({
    createInspectorRegister: { report },
    getInspectorRegister: { report: { ...report, state: 'ready' }, file },
  })
  recordSaved()
  await userEvent.click(await screen.findByRole('button', { name: 'Register PDF' }))
  await vi.waitFor(() => expect(saved).toEqual(['Register.pdf']))
  expect(calls.find(({ action }) => action === 'createInspectorRegister')).toMatchObject({
    secret: 'a-secret',
    language: 'en',
  })
  expect(await screen.findByRole('button', { name: 'Register PDF' })).toBeTruthy()
})

test('a register that cannot be made says why', async () => {
  await show({ createInspectorRegister: refusal('INSPECTOR_REGISTER_LIMIT', { limit: 20 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Register PDF' }))
  await screen.findByText('This page makes at most 20 PDFs. Ask the plant for a new link.')
  expect(saved).toEqual([])
})

test('a floor plan opens large', async () => {
  await show({})
  const small = await screen.findByRole('button', { name: /Ground floor/ })
  expect(small.querySelector('img')?.getAttribute('src')).toBe('/files/shared/small')
  expect(small.textContent).toContain('Lamps: 8')
  await userEvent.click(small)
  const dialog = within(await screen.findByRole('dialog', { name: 'Ground floor' }))
  expect(dialog.getByRole('img', { name: 'Ground floor' }).getAttribute('src')).toBe('/files/shared/large')
  await userEvent.click(dialog.getByRole('button', { name: 'Enlarge' }))
  dialog.getByRole('button', { name: 'Fit to screen' })
})

const present = (causes: readonly string[]) => causes.map((cause) => ({ cause, count: 3, since: null }))

test.each([
  [['inhibited'], 'No lamp is on battery'],
  [['inhibited', 'notReporting'], 'No lamp that reports is on battery'],
  [[], 'Nothing is wrong now. No lamp is on battery or inhibited.'],
])('with %o the page says whether lamps are on battery', async (causes, text) => {
  await show({}, { present: present(causes) })
  await screen.findByText(text)
})

test('with lamps on battery the page does not deny it', async () => {
  await show({}, { present: present(['onBattery']) })
  await screen.findByText('3 lamps are on battery')
  expect(screen.queryByText(/^No lamp/)).toBeNull()
})

test('the remaining time counts down, and is a warning in the last hour', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await show({}, {}, { openedAt: '2026-03-02T09:00:00.000Z', expiresAt: '2026-03-02T10:01:00.000Z' })
  const line = await screen.findByText(/61\smin left/)
  expect(line.hasAttribute('data-last')).toBe(false)
  await act(async () => void vi.advanceTimersByTime(120_000))
  expect(line.textContent).toMatch(/ 59\smin left/)
  expect(line.hasAttribute('data-last')).toBe(true)
})

test('a press on the head of the chain shows all of its digits and copies them', async () => {
  const hash = '9f3c71ae'.repeat(8)
  await show({}, { logbook: { items: [], signed: null, head: { no: 7, hash } } })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Show and copy the whole head: 9f3c71ae' }))
  screen.getByText(hash)
  expect(await navigator.clipboard.readText()).toBe(hash)
})
