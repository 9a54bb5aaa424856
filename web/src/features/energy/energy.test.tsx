import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { EnergyPage } from './EnergyPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  location.hash = ''
})

const hours = (start: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(start) + n * 3_600_000).toISOString())
const total = { from: '2026-03-01', until: '2026-03-31', used: 4_500, litHours: 12, missing: 8, jumps: 1, resets: 0 }
const days = {
  starts: ['2026-02-28T23:00:00Z', '2026-03-01T23:00:00Z', '2026-03-02T23:00:00Z'],
  used: [1_500, 3_000, null],
}
const answer = {
  timezone: 'Europe/Rome',
  series: { ...days, missing: [0, 0, 8], jumps: [0, 1, 0] },
  total,
  lastYear: {
    series: { ...days, used: [2_000, null, null], missing: [0, 0, 0], jumps: [0, 0, 0] },
    total: { ...total, from: '2025-03-01', until: '2025-03-31', used: 2_000, missing: 0, jumps: 0 },
  },
  lamps: { count: 2, ratedW: 80, unrated: 0 },
  now: { powerW: 60, at: '2026-03-31T12:00:00Z', unknown: 0 },
  since: '2026-02-28T23:00:00Z',
  setAside: 0,
  baseline: [2_000, 2_000, null],
  saving: null,
  cost: null,
}
const startTimes = hours('2026-02-28T23:00:00Z', 48)
const heat = {
  ...answer,
  series: {
    starts: startTimes,
    used: startTimes.map((_, n) => (n === 5 ? null : 60)),
    missing: startTimes.map((_, n) => (n === 5 ? 8 : 0)),
    jumps: startTimes.map(() => 0),
  },
}
const factor = { country: 'IT', year: 2025, gPerKwh: 285, source: 'Ember', url: 'https://ember.test/' }
const settings = { baseline: null, tariffs: [], currency: 'EUR', factor, version: 0 }
const share = { lamps: 1, missing: 0, saved: null, percent: null }
const shares = [
  { ...share, zone: { id: 'h', name: 'Hall' }, used: 3_000, days: [1_000, null, 2_000] },
  { ...share, zone: null, used: 1_500, days: [500, null, 1_000] },
]
const note = { zone: { id: 'h', name: 'Hall' }, lamps: 1, day: '2026-03-27', used: 160, expected: 0, hours: 4 }
const notes = [
  { ...note, kind: 'lit_at_night', lamp: { topic: 'logica_0A1B2C', addr: 7 } },
  { ...note, kind: 'above_baseline', lamp: null },
]
const savedEnergy = {
  of: { kind: 'installed', hours: [10, 10, 10, 10, 10, 0, 0] },
  baseline: 9_000,
  used: 4_500,
  saved: 4_500,
  percent: 50,
  days: 2,
  co2Kg: 1.2825,
  factor,
  money: 0.9,
  meanPrice: 0.2,
}
const rate = { name: 'F1', price: 2_000, used: 4_000, amount: 0.8 }
const cost = { currency: 'EUR', amount: 0.8, unknownWh: 500, rates: [rate] }
type Answers = NonNullable<Parameters<typeof renderInPlant>[2]>
const answers: Answers = ({ action, ...call }) => {
  if (action === 'getEnergy') return call.step === 'hour' ? heat : answer
  if (action === 'getEnergySettings') return settings
  if (action === 'getEnergyShares') return { used: 4_500, shares }
  if (action === 'getEnergyNotes') return { from: '2026-03-24', until: '2026-03-30', notes }
  return action === 'getMonitoringZonesPost' ? { zones: [{ id: 'h', name: 'Hall', version: 1, lamps: [] }] } : {}
}

test('a month shows its days, and gaps are missing data instead of zero', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), answers)
  expect(await screen.findByText(/incomplete: 2 lamp hours missing, 1 counter jump not counted/)).toBeTruthy()
  const table = (await region('Energy by part of the period')).getByRole('table')
  const rows = [...table.querySelectorAll('tbody tr')]
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/1 Mar 2026.*1\.522$/),
    expect.stringMatching(/2 Mar 2026.*3–21$/),
    expect.stringMatching(/3 Mar 2026.*–––2$/),
  ])
})

test('the heat map hatches hours without data and is readable as a table', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), answers)
  const [region] = await screen.findAllByRole('region', { name: 'By hour and day' })
  const heatMap = within(region as HTMLElement)
  const table = await heatMap.findByRole('table')
  const cells = within(table).getAllByRole('cell')
  expect(cells).toHaveLength(48)
  expect(cells.filter((cell) => cell.hasAttribute('data-gap')).map(({ title }) => title)).toEqual([
    'No data · 2 lamp hours missing',
  ])
  expect(table.hasAttribute('data-numbers')).toBe(false)
  fireEvent.click(heatMap.getByRole('button', { name: 'Show numbers' }))
  expect(table.hasAttribute('data-numbers')).toBe(true)
})

test('another period or zone is requested and kept in the address', async () => {
  const { calls } = await renderInPlant(<EnergyPage />, plantWith(), answers)
  fireEvent.change(await screen.findByLabelText('Consumption of'), { target: { value: 'h' } })
  fireEvent.click(await screen.findByText('Year'))
  await vi.waitFor(() =>
    expect(calls.filter(({ action }) => action === 'getEnergy').at(-1)).toMatchObject({
      of: { kind: 'zone', zoneId: 'h' },
      period: 'year',
      step: 'month',
    }),
  )
})

test('use and savings lead, and the other figures follow', async () => {
  const saved = { ...answer, saving: savedEnergy, cost }
  await renderInPlant(<EnergyPage />, plantWith(), (call) =>
    call.action === 'getEnergy' && call.step === 'day' ? saved : answers(call),
  )
  await screen.findByText('CO₂ avoided')
  const labels = [...document.querySelectorAll('[data-part="energy-figures"] dl')].map((list) =>
    [...list.querySelectorAll('dt')].map(({ textContent }) => textContent),
  )
  expect(labels).toEqual([
    ['Used', 'Saved'],
    ['Cost', 'CO₂ avoided', 'March 2025', 'Power now', 'Installed power'],
  ])
})

test('the page explains its content if nothing is measured', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), (call) =>
    call.action === 'getEnergy' ? { ...answer, since: null } : answers(call),
  )
  expect(await screen.findByText('Nothing is measured yet')).toBeTruthy()
})

const region = async (name: string) => within((await screen.findAllByRole('region', { name }))[0] as HTMLElement)

test('missing baseline and tariff are shown with who may enter them', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), answers)
  const baseline = await region('Saved against the baseline')
  expect(await baseline.findByText('No baseline is set.')).toBeTruthy()
  expect(await (await region('Tariff')).findByText('No tariff is entered.')).toBeTruthy()
  expect(screen.queryByText('CO₂ avoided')).toBeNull()
  cleanup()
  await renderInPlant(<EnergyPage />, plantWith({ plant: { role: 'clientOwner' } }), answers)
  const button = await (await region('Tariff')).findByRole('button', { name: 'Enter a tariff' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('savings show baseline, price and factor, and hours without a tariff have no cost', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), (call) => {
    if (call.action === 'getEnergySettings') return { ...settings, baseline: savedEnergy.of, version: 1 }
    return call.action === 'getEnergy' && call.step !== 'hour'
      ? { ...answer, saving: savedEnergy, cost }
      : answers(call)
  })
  expect(await screen.findByText('50% against the baseline, days compared: 2')).toBeTruthy()
  expect(await screen.findAllByText(/Italy 2025: 285 g CO₂ per kWh/)).not.toHaveLength(0)
  expect(screen.getByText(/at the tariff of each hour, cost of 0\.5.kWh unknown: hours without a tariff/)).toBeTruthy()
  const baseline = await region('Saved against the baseline')
  expect(await baseline.findByText(/installed power of 0\.08.kW times the hours of use/)).toBeTruthy()
  expect((await region('Tariff')).getByText(/€0\.90 saved, at €0\.20 per kWh/)).toBeTruthy()
})

test('shares add up to the whole, and notes link to lamp and zone', async () => {
  await renderInPlant(<EnergyPage />, plantWith(), answers)
  const table = await region('By monitoring zone')
  expect(await table.findByText(/Total: 4\.5.kWh/)).toBeTruthy()
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual([expect.stringMatching(/^Hall1366.7%/), expect.stringMatching(/^In no zone11.533.3%/)])
  const links = (await region('Worth a look')).getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links[0]).toContain('lamp=logica_0A1B2C.7')
  expect(links[1]).toMatch(/energy\/.*zone=h/)
})

test('a baseline is validated during input and saved over the loaded version', async () => {
  const { calls } = await renderInPlant(<EnergyPage />, plantWith(), (call) =>
    call.action === 'saveEnergyBaseline' ? { version: 1 } : answers(call),
  )
  fireEvent.click(await (await region('Saved against the baseline')).findByRole('button', { name: 'Set a baseline' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Baseline' }))
  fireEvent.click(dialog.getByRole('combobox', { name: 'Compare with' }))
  fireEvent.click(await screen.findByRole('option', { name: 'A past period', hidden: true }))
  fireEvent.change(await dialog.findByLabelText('First day'), { target: { value: '01/02/2026' } })
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '05/02/2026' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('At least 14 days.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '28/02/2026' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const baseline = { kind: 'period', from: '2026-02-01', until: '2026-02-28' }
  await vi.waitFor(() =>
    expect(calls.find(({ action }) => action === 'saveEnergyBaseline')).toMatchObject({ baseline, version: 0 }),
  )
})

test('a tariff is entered with rate and hours, and a negative price is refused', async () => {
  const { calls } = await renderInPlant(<EnergyPage />, plantWith(), (call) =>
    call.action === 'saveEnergyTariffs' ? { version: 1 } : answers(call),
  )
  fireEvent.click(await (await region('Tariff')).findByRole('button', { name: 'Enter a tariff' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Electricity tariffs' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add a tariff' }))
  fireEvent.change(dialog.getByLabelText('Valid from'), { target: { value: '01/01/2026' } })
  fireEvent.change(dialog.getByLabelText('Rate'), { target: { value: 'F1' } })
  fireEvent.change(dialog.getByLabelText('Price per kWh in EUR'), { target: { value: '-0.2' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/A price of 0 to 100/)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Price per kWh in EUR'), { target: { value: '0,284' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Sunday' }))
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '22:00' } })
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '06:00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const hours = [{ days: [1, 2, 3, 4, 5, 6], from: 22, hours: 8 }]
  await vi.waitFor(() =>
    expect(calls.find(({ action }) => action === 'saveEnergyTariffs')).toMatchObject({
      tariffs: [{ from: '2026-01-01', until: null, rates: [{ name: 'F1', price: 2_840, hours }] }],
      version: 0,
    }),
  )
})

test.each([
  [{ from: '2026-03-01', until: '2026-03-31' }, /^March 2026$/],
  [{ from: '2026-01-01', until: '2026-12-31' }, /^2026$/],
  [{ from: '2026-03-02', until: '2026-03-08' }, /^2\s–\s8 Mar 2026$/],
])('the period %j is called %s', async (range, name) => {
  const ranged = { ...answer, total: { ...total, ...range } }
  await renderInPlant(<EnergyPage />, plantWith(), (call) =>
    call.action === 'getEnergy' && call.step === 'day' ? ranged : answers(call),
  )
  await screen.findByRole('heading', { level: 2, name })
  screen.getByText('March 2025')
})
