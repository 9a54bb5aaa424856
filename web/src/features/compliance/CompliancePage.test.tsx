import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { stubMedia, stubPhone } from '../../testing/screen-width.ts'
import { ComplianceCard } from './ComplianceCard.tsx'
import { CompliancePage } from './CompliancePage.tsx'

// A browser makes it with a fetched WebAssembly module.
vi.mock('./qr-picture.ts', () => ({ qrPicture: async () => '<svg/>' }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rule = (change: Partial<JudgedRule> & Pick<JudgedRule, 'rule' | 'group'>): JudgedRule => ({
  state: 'met',
  clauses: [{ document: 'EN 50172:2024' }],
  remedy: 'functionalTest',
  count: 0,
  evidence: [],
  later: [],
  ...change,
})
const lamp = (addr: number) => ({
  what: 'lastTest' as const,
  cu: 'imagined_0A1B2C',
  addr,
  name: `04${addr}`,
  place: 'Deposito',
  at: '2031-09-11T08:00:00.000Z',
})
const rules = [
  rule({ rule: 'R10', group: 'faults', clauses: [{ document: 'IEC 62034', number: '4.4.2' }], limit: 31 }),
  rule({
    rule: 'R1',
    group: 'tests',
    state: 'notMet',
    since: '2031-10-13',
    limit: 31,
    count: 5,
    evidence: [lamp(25), lamp(26), lamp(27), lamp(28), lamp(29)],
  }),
  rule({ rule: 'R9', group: 'tests' }),
  rule({
    rule: 'R13',
    group: 'logbook',
    due: '2031-12-02',
    remedy: 'logbook',
    count: 1,
    evidence: [{ what: 'itemMissing', item: 'certificates' }],
  }),
  rule({ rule: 'R23', group: 'settings', state: 'unknown', limit: 5, remedy: 'unit' }),
]
const found = {
  at: '2031-11-20T14:24:00.000Z',
  month: null,
  timezone: 'Europe/Rome',
  untested: false,
  lamps: 1212,
  rules,
  profile: {
    profile: 'italy',
    edition: '2004',
    alwaysOpen: false,
    byDefault: true,
    documents: ['UNI CEI 11222'],
    lastDay: '2027-05-27',
  },
  verdict: { state: 'notMet', notMet: 1, unknown: 1, met: 3, total: 5 },
  notRequired: ['R17'],
  todayOnly: [],
  responsible: null,
  now: { inhibited: 0, onBattery: 0, notReporting: 0, unitsOffline: 0 },
}
const weeks = [
  { day: '2031-11-13', state: 'unknown', notMet: [], unknown: ['R1'] },
  { day: '2031-11-20', state: 'notMet', notMet: ['R1', 'R22'], unknown: [] },
]
const answers = ({ action }: { action: string }) => {
  if (action === 'getCompliance') return found
  if (action === 'getComplianceWeeks') return { weeks }
  if (action === 'getInspectorLinks') return { links: [] }
  if (action === 'createInspectorLink') return { link: {}, secret: 'a-secret' }
  return {}
}
const open = (role: PlantRole = 'installerAdministrator') =>
  renderInPlant(<CompliancePage />, plantWith({ plant: { role } }), answers)

test.each([
  ['met', 0, 'All 5 rules met', 'emergency'],
  ['notMet', 4, '4 of 5 rules not met', 'error'],
])('above rules that are %s stays what is true now, with a link to it', async (state, notMet, name, tone) => {
  const now = { inhibited: 112, onBattery: 1, notReporting: 0, unitsOffline: 0 }
  const verdict = { state, notMet, unknown: 0, met: 5 - notMet, total: 5 }
  const answer = (action: string) => (action === 'getCompliance' ? { ...found, verdict, now } : answers({ action }))
  await renderInPlant(<CompliancePage />, plantWith({}), ({ action }) => answer(action))
  const headline = await screen.findByRole('heading', { name })
  expect(headline.closest<HTMLElement>('[data-tone]')?.dataset.tone).toBe(tone)
  screen.getByText('Now: 1 lamp is on battery and 112 lamps are inhibited')
  const lamps = screen.getByRole('link', { name: 'Show them' })
  expect(lamps.getAttribute('href')).toBe(`#/plantcentralunits/${plantId}?f=emergency`)
})

test('the steps that fix the rules are listed by the number of their rules', async () => {
  const failed = (['R22', 'R3', 'R4'] as const).map((id) => rule({ rule: id, group: 'batteries', state: 'notMet' }))
  await renderInPlant(<CompliancePage />, plantWith(), (call) =>
    call.action === 'getCompliance' ? { ...found, rules: [rules[4], ...rules.slice(0, 4), ...failed] } : answers(call),
  )
  const card = (await screen.findByRole('heading', { name: 'What fixes it' })).closest('section') as HTMLElement
  const steps = within(card).getAllByRole('link')
  expect(steps.map((step) => [step.textContent, step.getAttribute('href')])).toEqual([
    [
      '1Start a functional testFunctional tests in time, Rated duration reached and 2 more rules',
      `#/plantreport/${plantId}?start=1&kind=functional`,
    ],
    ['2Check the unitClocks right', `#/plantcentralunits/${plantId}/centralunits`],
  ])
})

test.each([
  ['all rules are met', { rules: rules.slice(0, 1) }, 'installerStaff'],
  ['the page shows a past month', { month: '2031-10' }, 'installerStaff'],
  ['the reader may do none of them', {}, 'clientStaff'],
] as const)('no steps are listed while %s', async (_, change, role) => {
  await renderInPlant(<CompliancePage />, plantWith({ plant: { role } }), (call) =>
    call.action === 'getCompliance' ? { ...found, ...change } : answers(call),
  )
  await screen.findByRole('heading', { name: 'Faults and communication' })
  expect(screen.queryByRole('heading', { name: 'What fixes it' })).toBeNull()
})

test('the verdict counts rules and lists unmet rules first with lamps, clause and remedy', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: '1 of 5 rules not met, 1 cannot be known yet' })).toBeTruthy()
  const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(groups.slice(1, 5)).toEqual([
    'Tests',
    'Settings and clocks',
    'Logbook and documents',
    'Faults and communication',
  ])
  expect(screen.getByText('Not met since 13 Oct 2031')).toBeTruthy()
  const rulesBehind = screen.getByRole('list', { name: 'Behind rule R1' })
  expect(within(rulesBehind).getAllByRole('listitem')).toHaveLength(3)
  const first = within(rulesBehind).getByRole('link', { name: '0425 (0A1B2C · 0025)' })
  expect(first.getAttribute('href')).toContain(`lamp=imagined_0A1B2C.25`)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 5' }))
  expect(within(rulesBehind).getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getByText('EN 50172:2024 · functional test · R1')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start a functional test' }).getAttribute('aria-disabled')).toBeNull()
  const dueRule = screen.getByText('Due 2 Dec 2031').closest('li')
  expect(within(dueRule as HTMLElement).getByRole('button', { name: 'Add to the logbook' })).toBeTruthy()
  // A rule met in its days of grace is met with a condition.
  expect(screen.getByText('All 1 met, 1 with a due date')).toBeTruthy()
  expect(screen.getByText('The 2004 edition may be used until 27 May 2027')).toBeTruthy()
  expect(screen.queryByText(/4\.4\.2/)).toBeNull()
  const [metButton] = screen.getAllByRole('button', { name: 'Rules met: 1' })
  for (const button of screen.getAllByRole('button', { name: 'Rules met: 1' })) fireEvent.click(button)
  expect(metButton?.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('IEC 62034, clause 4.4.2 · communication failure · R10')).toBeTruthy()
  expect(screen.getByText('Not required in this profile: 1')).toBeTruthy()
  expect(
    await screen.findByText('Week to 20 Nov 2031: Not met. Functional tests in time; Rated duration reached'),
  ).toBeTruthy()
  screen.getByText('All met in 0 of 2 weeks')
  for (const meaning of ['All met', '1 not met', '2 or more', 'Unknown']) screen.getByText(meaning)
  expect(document.body.textContent).not.toMatch(/compliant|100 %/)
})

test('on paper all rules are unfolded', async () => {
  stubMedia((media) => media === 'print')
  await open()
  expect(await screen.findByText('IEC 62034, clause 4.4.2 · communication failure · R10')).toBeTruthy()
  // A met rule has no consequence.
  expect(screen.queryByText(/^These lamps failed|^Nothing is known of what does not answer/)).toBeNull()
})

test('a reader sees the reason on every disabled button, and on a phone no such button', async () => {
  await open('clientStaff')
  await screen.findByText('Not met since 13 Oct 2031')
  for (const name of ['Change profile', 'Open the page']) {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-description')).toBeTruthy()
  }
  cleanup()
  stubPhone()
  await open('clientStaff')
  await screen.findByText('Not met since 13 Oct 2031')
  for (const button of screen.getAllByRole('button')) expect(button.getAttribute('aria-disabled')).toBeNull()
})

test.each([
  { role: 'clientOwner', steps: ['See the results', 'See the unit', 'Open the logbook', 'Sign the logbook'] },
  { role: 'clientStaff', steps: ['See the results', 'See the unit', 'Open the logbook', 'Open the logbook'] },
  {
    role: 'installerStaff',
    steps: ['Start a functional test', 'Check the unit', 'Add to the logbook', 'Open the logbook'],
  },
] as const)('$role is offered the remedy of each rule, or without its permission a look', async ({ role, steps }) => {
  const unsigned = rule({ rule: 'R14', group: 'logbook', state: 'notMet', remedy: 'signature', count: 1 })
  await renderInPlant(<CompliancePage />, plantWith({ plant: { role } }), (call) =>
    call.action === 'getCompliance' ? { ...found, rules: [...rules, unsigned] } : answers(call),
  )
  const stepOf = (title: RegExp) => {
    const row = screen.getByRole('heading', { level: 3, name: title }).closest('li') as HTMLElement
    const button = within(row).getAllByRole('button').at(-1)
    return [button?.textContent, button?.getAttribute('aria-disabled')]
  }
  await screen.findByText('Not met since 13 Oct 2031')
  const titles = [/^Functional test of every lamp/, /^Clocks/, /^The six items/, /^Last month signed/]
  expect(titles.map(stepOf)).toEqual(steps.map((step) => [step, null]))
})

test('the months end in the time zone of the plant', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-12-01T02:30:00Z') })
  try {
    await renderInPlant(<CompliancePage />, plantWith({ plant: { timezone: 'America/New_York' } }), answers)
    fireEvent.click(await screen.findByRole('combobox', { name: 'As of' }))
    const [, newest] = await screen.findAllByRole('option', { hidden: true })
    expect(newest?.textContent).toBe('End of October 2031')
  } finally {
    vi.useRealTimers()
  }
})

test('an inspector page is opened once and shows its address', async () => {
  const { calls } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Open the page' }))
  const address = (await screen.findByLabelText('Address, shown only now')) as HTMLInputElement
  expect(address.value).toContain('#/inspector/a-secret')
  expect(await screen.findByRole('img', { name: 'QR code of the address' })).toBeTruthy()
  expect(calls.filter(({ action }) => action === 'createInspectorLink')).toMatchObject([{ plantId }])
})

test('the card of the overview has the present danger, the verdict and the worst rules', async () => {
  const now = { inhibited: 0, onBattery: 0, notReporting: 8, unitsOffline: 1 }
  const answer = (action: string) => (action === 'getCompliance' ? { ...found, now } : answers({ action }))
  await renderInPlant(<ComplianceCard />, plantWith(), ({ action }) => answer(action))
  const verdict = await screen.findByRole('link', { name: '1 of 5 rules not met' })
  expect(verdict.getAttribute('href')).toBe(`#/compliance/${plantId}`)
  expect(screen.getByText('8 lamps are not reporting and 1 unit is offline now')).toBeTruthy()
  expect(screen.getByText('3 met, 1 cannot be known yet')).toBeTruthy()
  expect(screen.getByText('EN 50172:2004')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Functional tests in timesince 13 Oct 2031',
    'Clocks rightunknown',
    'Logbook completedue 2 Dec 2031',
    'Units and lamps answerMet',
    'Last test passedMet',
  ])
  const rule = screen.getByRole('link', { name: 'Clocks right' })
  expect(rule.getAttribute('href')).toBe(`#/compliance/${plantId}?rule=R23`)
})

test('the address of a rule scrolls to it, and unfolds it among the met ones', async () => {
  const scrolled: string[] = []
  HTMLElement.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this.querySelector('h3')?.textContent ?? '')
  }
  const { router } = await open()
  await screen.findByRole('heading', { name: /1 of 5 rules not met/ })
  expect(scrolled).toEqual([])
  router.history.replace(`/plant/${plantId}?rule=R9`)
  await waitFor(() => expect(scrolled).toEqual(['Last test of every lamp passed']))
})
