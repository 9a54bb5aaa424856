import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Duty, Week } from '@vigilux/contract/features/week/week.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { OwnWeekCard, WeekCard, WeekLine } from './index.ts'
import { WeekPage } from './WeekPage.tsx'
import { weekPatches } from './week.realtime.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const plant = { id: plantId, name: 'Hotel Bellavista', timezone: 'Europe/Rome' }
const dutyWith = (change: Partial<Duty>): Duty => ({
  kind: 'repair',
  plant,
  day: '2026-03-06',
  overdue: false,
  count: 1,
  permission: 'plant.operate',
  allowed: true,
  test: null,
  month: null,
  ...change,
})
const testDuty = dutyWith({
  kind: 'test',
  day: '2026-03-05',
  test: { kind: 'functional', at: '2026-03-05T21:00:00.000Z' },
})
const duties = [
  dutyWith({ day: '2026-02-27', overdue: true, count: 4 }),
  testDuty,
  dutyWith({ allowed: false, count: 2 }),
  dutyWith({ kind: 'signature', day: '2026-03-08', month: '2026-02' }),
  dutyWith({ kind: 'battery', day: null, count: 11 }),
  dutyWith({ kind: 'invitation', day: null }),
]
const totalWith = (kind: Duty['kind'], count: number, plants = 1, overdue = 0) => {
  const day = kind === 'battery' ? null : '2026-03-06'
  return { kind, count, overdue, day, allowed: true, plants, plantId }
}
const nothing: Week = { duties: [], totals: [], next: null, plants: 1 }

const show = (page: React.ReactNode, week: Week) => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
  return renderInPlant(page, plantWith(), ({ action }) => (action === 'getWeek' ? week : {}))
}

test('the card lists each duty with its day and the page where it is done', async () => {
  await show(<WeekCard />, { ...nothing, duties })
  await screen.findByText('Repair 4 devices')
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['6 due', '#/week?f=all'],
    ['Repair 4 deviceswas due Fri 27 Feb', `#/rounds/${plantId}`],
    ['Functional testThu 5 Mar, 22:00Starts automatically', expect.stringContaining('tab=calendar')],
    ['2 devices to repairby Fri 6 Mar', `#/plantcentralunits/${plantId}?f=error`],
    ['Sign the logbook: February 2026by Sun 8 Mar', `#/logbook/${plantId}?sign=2026-02`],
    ['Order 11 batteries', `#/plantbom/${plantId}`],
    ['1 invitation not answered', `#/plantusers/${plantId}?tab=invites`],
  ])
})

test.each([
  [testDuty, 'You have nothing to do before Thu 5 Mar.'],
  [null, 'You have nothing to do this week.'],
])('without own duties the own card says until when', async (next, text) => {
  await show(<OwnWeekCard />, { ...nothing, next })
  await screen.findByText(text)
})

test('the own card names plant and day together, and counts what others do', async () => {
  await show(<OwnWeekCard />, { ...nothing, duties })
  await screen.findByText('Repair 4 devices')
  const notes = screen.getAllByRole('link').map((link) => link.querySelector('small')?.textContent)
  expect(notes.slice(1, 3)).toEqual([
    'Hotel Bellavista · was due Fri 27 Feb',
    expect.stringMatching(/^Hotel Bellavista · .*5 Mar.*22:00/),
  ])
  screen.getByText('Your installer does: 1')
})

test('on a phone a second card lists what others do', async () => {
  stubPhone()
  await show(<OwnWeekCard />, { ...nothing, duties })
  const heading = await screen.findByRole('heading', { name: 'What your installer does' })
  const links = within(heading.closest('section') as HTMLElement).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['2 devices to repairHotel Bellavista · by Fri 6 Mar'])
  expect(screen.queryByText('Your installer does: 1')).toBeNull()
})

test('the line shows a total of each kind, and leads to the list of several plants', async () => {
  const totals = [
    totalWith('test', 3, 2),
    totalWith('repair', 5, 2, 4),
    totalWith('signature', 1),
    totalWith('battery', 11),
  ]
  await show(<WeekLine />, { ...nothing, duties, totals })
  const line = await screen.findByRole('region', { name: 'This week' })
  const links = within(line)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['3 tests duefirst Fri 6 Mar', '#/testcalendar'],
    ['5 repairs due4 overdue', '#/attention?f=error'],
    ['1 logbook to signby Fri 6 Mar', `#/logbook/${plantId}?sign=2026-02`],
    ['11 batteries to order', `#/plantbom/${plantId}`],
  ])
})

test('on a phone the line counts the duties and leads to their page', async () => {
  stubPhone()
  await show(<WeekLine />, { ...nothing, duties, totals: [totalWith('repair', 5, 2, 4), totalWith('battery', 11)] })
  const link = await screen.findByRole('link', { name: /^6 due this week/ })
  expect([link.textContent, link.getAttribute('href')]).toEqual(['6 due this week1 overdue', '#/week'])
})

test('the page lists what the person may do by day, and on request what others do', async () => {
  await show(<WeekPage />, { ...nothing, duties })
  await screen.findByText('Repair 4 devices')
  const groups = () =>
    screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => [heading.textContent, heading.closest('section')?.querySelectorAll('li').length])
  expect(groups()).toEqual([
    ['Overdue', 1],
    ['Until Sun 8 Mar', 2],
    ['Without a date', 2],
  ])
  expect(screen.queryByText('2 devices to repair')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^All/ }))
  await screen.findByText('2 devices to repair')
  await userEvent.click(screen.getByRole('button', { name: /^Sign-off/ }))
  await vi.waitFor(() => expect(groups()).toEqual([['Until Sun 8 Mar', 1]]))
  expect(screen.getByText('Hotel Bellavista')).toBeTruthy()
})

test('the page takes today and tomorrow from the zone of the plant', async () => {
  const far = { ...plant, timezone: 'Pacific/Auckland' }
  const due = [dutyWith({ day: '2026-03-02' }), dutyWith({ day: '2026-03-03', plant: far })]
  vi.useFakeTimers({ now: new Date('2026-03-02T18:00:00Z'), toFake: ['Date'] })
  await renderInPlant(<WeekPage />, plantWith(), ({ action }) =>
    action === 'getWeek' ? { ...nothing, duties: due } : {},
  )
  const heading = await screen.findByRole('heading', { level: 2, name: /^Today/ })
  expect(heading.closest('section')?.querySelectorAll('li')).toHaveLength(2)
})

test('the page ends with what was done this week', async () => {
  const done = [
    { kind: 'signature', plant, day: '2026-03-01', count: 1, test: null, month: '2026-02' },
    { kind: 'test', plant, day: '2026-02-28', count: 2, test: 'functional', month: null },
    { kind: 'repair', plant, day: '2026-02-27', count: 3, test: null, month: null },
  ]
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
  await renderInPlant(<WeekPage />, plantWith(), ({ action }) =>
    action === 'getWeek' ? nothing : action === 'getWeekDone' ? { done } : {},
  )
  await screen.findByRole('heading', { level: 2, name: 'Done this week' })
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Logbook signed: February 2026Sun 1 MarHotel Bellavista', `#/logbook/${plantId}`],
    ['2 × functional testSat 28 FebHotel Bellavista', `#/plantreport/${plantId}?tab=results`],
    ['3 faults repairedFri 27 FebHotel Bellavista', `#/rounds/${plantId}`],
  ])
})

test('without duties the page says why, and what comes next', async () => {
  const next = dutyWith({ day: '2026-03-25' })
  await show(<WeekPage />, { ...nothing, next, plants: 3 })
  await screen.findByRole('heading', { name: 'Nothing due this week.' })
  await screen.findByText('3 plants checked: no test, repair, signature, battery or invitation is due.')
  expect(screen.getByRole('link').getAttribute('href')).toBe(`#/rounds/${plantId}`)
  cleanup()
  await show(<WeekPage />, { ...nothing, plants: 0 })
  await screen.findByText('You have no plants yet. Duties appear with the first plant.')
})

test('without duties card and line name what comes next', async () => {
  const next = dutyWith({ day: '2026-03-25' })
  await show(
    <>
      <WeekCard />
      <WeekLine />
    </>,
    { ...nothing, next },
  )
  await screen.findByText(/Nothing due this week\. Next: Repair 1 device · by Wed 25 Mar/)
  await screen.findByText(/Nothing due this week\. Next: Repair 1 device · Hotel Bellavista · by Wed 25 Mar/)
})

test('without anything planned the card says so; without plants the line is absent', async () => {
  await show(<WeekCard />, nothing)
  await screen.findByText('Nothing due this week. No test is planned.')
  cleanup()
  await show(<WeekLine />, { ...nothing, plants: 0 })
  await vi.waitFor(() => expect(document.querySelector('[data-part="duty-line"]')).toBeNull())
})

test('a failed read is said in its place and repeated on request', async () => {
  let isFailing = true
  await renderInPlant(<WeekCard />, plantWith(), () => (isFailing ? refusal('INTERNAL_ERROR') : { ...nothing, duties }))
  await screen.findByText('Duties could not be read.')
  isFailing = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Repair 4 devices')
})

test.each(['plantCounts', 'logbook', 'plantUsers', 'testPlan'] as const)(
  'after %s the week of its plant and of all plants is read again',
  (name) => {
    const fitting: boolean[] = []
    const cache = {
      refetchSpread: (action: string, fits: (input: { plantId?: string }) => boolean) =>
        action === 'getWeek' && fitting.push(true, fits({ plantId }), fits({}), fits({ plantId: 'other' })),
    }
    weekPatches[name]?.(cache as never, { plant_id: plantId } as never)
    expect(fitting).toEqual([true, true, true, false])
  },
)
