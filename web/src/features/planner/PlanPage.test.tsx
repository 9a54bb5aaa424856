import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import type { PlannedTest, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import type { PlanEnd } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { PlanPage } from './PlanPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cu = 'imagined_0A1B2C'
let ids = 0
const planned = (day: string, change: Partial<PlannedTest> = {}): PlannedTest => ({
  id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  cu,
  kind: 'autonomy',
  by: 'platform',
  group: 'even',
  lamps: 19,
  at: `${day}T01:00:00.000Z`,
  day,
  minutes: 60,
  state: 'proposed',
  reason: null,
  movedFrom: null,
  movedBecause: null,
  ...change,
})
const plan: TestPlan = {
  id: '00000000-0000-4000-8000-0000000000aa',
  state: 'draft',
  from: '2031-01-01',
  until: '2031-12-31',
  proposedAt: '2030-12-31T14:00:00.000Z',
  proposedBy: 'Ada',
  acceptedAt: null,
  acceptedBy: null,
  lamps: 1212,
  units: 2,
  alwaysOpen: true,
  chargeHours: 24,
  keptFree: ['2031-01-06'],
  waiting: [],
  worst: { at: '2031-03-16T01:00:00.000Z', day: '2031-03-16', ready: 1193, total: 1212, share: 98.4 },
  tests: [
    planned('2031-01-05', { group: 'odd' }),
    planned('2031-03-16'),
    planned('2031-03-20', { kind: 'functional', by: 'unit', group: null, lamps: 40 }),
  ],
  conflicts: [
    { kind: 'shareNotReached', unsolved: true, share: 92.3 },
    { kind: 'unplaced', unsolved: true, cu, cause: 'neighboursUnknown', test: 'autonomy', lamps: 40, addrs: [1, 2] },
    { kind: 'clockChange', unsolved: false, day: '2031-03-30', to: '2031-04-01' },
  ],
}
type Answer = ActionOutput<'getTestPlan'>
const open = async (
  answer: Partial<Answer> = {},
  role: 'installerAdministrator' | 'clientOwner' = 'installerAdministrator',
  planEnd: PlanEnd | null = null,
) => {
  let now: Answer = { settings: defaultPlanSettings, version: 3, proposal: plan, accepted: null, ...answer }
  const page = await renderInPlant(<PlanPage />, plantWith({ plant: { role } }), ({ action }) => {
    if (action === 'getTestPlan') return now
    if (action === 'getNextTests') return { tests: [], planEnd }
    if (action === 'getPlannedDay')
      return {
        tests: [
          {
            id: plan.tests[1]?.id,
            lamps: [{ cu, addr: 422, name: 'Waiting room', place: 'Cardiology' }],
            neighbours: 1,
            readyNeighbours: [{ cu, addr: 421, name: 'Hall', place: '' }],
          },
        ],
      }
    if (action === 'acceptPlan')
      now = {
        ...now,
        proposal: null,
        accepted: { ...plan, state: 'accepted', acceptedAt: plan.proposedAt, acceptedBy: 'Ada' },
      }
    if (action === 'savePlanSettings') return { version: 4 }
    if (action === 'proposePlan') return { planId: plan.id }
    return action === 'acceptPlan' ? {} : refusal('PLAN_NOT_FOUND')
  })
  return page
}
const called = (calls: { action: string }[], action: string) => calls.filter((one) => one.action === action)
const day = (name: string | RegExp) => screen.getByRole('button', { name })

test('a plant without a plan offers one, and shows the rules that it will keep', async () => {
  const { calls } = await open({ proposal: null })
  expect(await screen.findByText('95% at any moment')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change rules' })).toBeTruthy()
  expect(await screen.findByText('No year plan yet')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Propose a plan' }))
  await waitFor(() => expect(called(calls, 'proposePlan')).toHaveLength(1))
})

test('a proposal shows its worst moment and conflicts, and that it is not in effect', async () => {
  await open()
  expect(await screen.findByText('Nothing is in effect yet')).toBeTruthy()
  expect(screen.getByText('98.4%')).toBeTruthy()
  expect(screen.getByText(/at the worst moment, Sun, 16 Mar 2031, 02:00/)).toBeTruthy()
  expect(screen.getByText('1 solved, 2 for you')).toBeTruthy()
  const titles = screen.getAllByRole('listitem').flatMap((item) => item.querySelector('div > b')?.textContent ?? [])
  expect(titles).toEqual([
    '95% ready cannot be reached: 92.3% at most',
    'Unit 0A1B2C: lamps without a date for the Autonomy test: 40',
    'Sun, 30 Mar 2031: the start time does not exist, or comes twice',
  ])
  expect(screen.getByRole('link', { name: 'Assign rooms' })).toBeTruthy()
})

test('a day shows its test, group, lamps and worst moment as a proposal', async () => {
  await open()
  const worstDay = await screen.findByRole('button', {
    name: '16 March 2031, Autonomy test, even group, Lamps: 19, Worst moment',
  })
  expect(worstDay.dataset).toMatchObject({ planAutonomy: 'even', planOpen: 'true', planWorst: 'true' })
  expect(day('6 January 2031, Kept free').dataset.planFree).toBe('true')
  fireEvent.click(worstDay)
  const panel = await screen.findByRole('complementary', { name: 'Sun, 16 Mar 2031' })
  expect(await within(panel).findByText(/Waiting room · Cardiology/)).toBeTruthy()
  expect(within(panel).getByText('Neighbours that stay ready: 1')).toBeTruthy()
})

test('accepting a plan warns of connection loss and sends the plan once', async () => {
  const { calls } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Accept plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accept the year plan?' })
  expect(dialog.textContent).toContain(
    'Tests started by Vigilux: 2. Tests started by the units: 1. If the connection is down then',
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Accept plan' }))
  await waitFor(() => expect(called(calls, 'acceptPlan')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Propose again' })).toBeTruthy()
})

test('a unit without the plan is named, and a moved date is explained', async () => {
  const movedTest = planned('2031-05-04', {
    state: 'notYet',
    movedFrom: '2031-04-27T01:00:00.000Z',
    movedBecause: 'notExecuted',
  })
  await open({
    proposal: null,
    accepted: {
      ...plan,
      state: 'accepted',
      acceptedAt: plan.proposedAt,
      acceptedBy: 'Ada',
      tests: [movedTest, planned('2031-01-05', { state: 'inEffect' })],
      waiting: [{ cu, silent: true }],
    },
  })
  expect((await screen.findByText(/Units that have taken the plan: 1 of 2/)).textContent).toContain('0A1B2C')
  expect(day(/4 May 2031.*Moved/).dataset).toMatchObject({ planMoved: 'true', planOpen: 'true' })
  expect(day(/^5 January 2031/).dataset.planOpen).toBeUndefined()
  expect(screen.getByText(/Moved from .*27 Apr.*: the test was not executed/)).toBeTruthy()
})

test('a reader sees why the plan cannot be accepted', async () => {
  const { calls } = await open({}, 'clientOwner')
  const accept = await screen.findByRole('button', { name: 'Accept plan' })
  expect(accept.getAttribute('aria-description')).toBe('Only the plant’s installers can do this.')
  fireEvent.click(accept)
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(called(calls, 'acceptPlan')).toEqual([])
})

test('the best reachable share can be allowed, which proposes a new plan', async () => {
  const { calls } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Allow 92%' }))
  await waitFor(() => expect(called(calls, 'proposePlan')).toHaveLength(1))
  expect(called(calls, 'savePlanSettings')[0]).toMatchObject({ plantId, version: 3, settings: { ready: 92 } })
})

test('the rules are validated before saving, and a closed day has no hours', async () => {
  const { calls } = await open()
  const [change] = await screen.findAllByRole('button', { name: 'Change rules' })
  fireEvent.click(change as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change rules' }))
  fireEvent.change(await dialog.findByLabelText('Monday, until'), { target: { value: '06:00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save and propose again' }))
  expect(await dialog.findByText('The end must be after the beginning.')).toBeTruthy()
  expect(called(calls, 'savePlanSettings')).toEqual([])
  fireEvent.change(dialog.getByLabelText('Monday, until'), { target: { value: '' } })
  fireEvent.change(dialog.getByLabelText('Monday, from'), { target: { value: '' } })
  fireEvent.change(dialog.getByLabelText('Other days that are kept free'), { target: { value: '2031-04-27' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save and propose again' }))
  await waitFor(() => expect(called(calls, 'proposePlan')).toHaveLength(1))
  expect(called(calls, 'savePlanSettings')).toHaveLength(1)
  const [savedSettings] = called(calls, 'savePlanSettings') as unknown as { settings: typeof defaultPlanSettings }[]
  expect(savedSettings?.settings.hoursOfUse[0]).toBeNull()
  expect(savedSettings?.settings.freeDays).toEqual(['2031-04-27'])
})

const inForce: TestPlan = { ...plan, state: 'accepted', acceptedAt: plan.proposedAt, acceptedBy: 'Ada' }

test.each([
  [false, 'ends on'],
  [true, 'ended on'],
])('an active plan that has ended: %s shows its end and offers the next plan', async (ended, expectedText) => {
  const answer = { proposal: null, accepted: inForce }
  const { calls } = await open(answer, 'installerAdministrator', { day: '2031-12-31', ended })
  // Queried again, because the page renders again once it is online.
  await screen.findByText(new RegExp(`The year plan ${expectedText} 31 December 2031`))
  await vi.waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Propose the next plan' }))
    expect(called(calls, 'proposePlan').length).toBeGreaterThan(0)
  })
})

test('an active plan shows no reminder if it ends late or has a proposal', async () => {
  await open({ proposal: null, accepted: inForce })
  await screen.findByRole('button', { name: 'Propose again' })
  expect(screen.queryByText(/The year plan end/)).toBeNull()
  cleanup()
  await open({ accepted: inForce }, 'installerAdministrator', { day: '2031-12-31', ended: false })
  await screen.findByRole('button', { name: 'Accept plan' })
  expect(screen.queryByText(/The year plan end/)).toBeNull()
})
