import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant, unitWith } from '../../../testing/plant.tsx'
import { TypeStep } from './TypeStep.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const facts = (cu_type: string, enrolmentKeys: UnitTypeFacts['enrolmentKeys'], serialDigits = 6) =>
  ({ cu_type, name: `${cu_type} unit`, enrolmentKeys, serialDigits, maxLamps: 128 }) as UnitTypeFacts
const types = [
  facts('wired', ['SEL', 'OK']),
  facts('radio', ['UP', 'DOWN'], 5),
  ...['a', 'b', 'c'].map((name) => facts(name, ['OK'])),
]

const defaultQuota = { units: { basic: 1, pro: { wired: 16, other: 1 } } }

test('each type shows its front with the enrolment keys filled', async () => {
  await renderInPlant(<TypeStep types={types} />, plantWith(), () => defaultQuota)
  const radio = await screen.findByRole('radio', { name: 'radio unit' })
  const readButtons = (card: HTMLElement) =>
    [...card.querySelectorAll('[data-press]')].map(({ textContent }) => textContent)
  expect(readButtons(radio)).toEqual(['UP', 'DOWN'])
  expect(readButtons(screen.getByRole('radio', { name: 'wired unit' }))).toEqual(['SEL', 'OK'])
  expect(radio.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  expect(within(radio).getByText('Keys UP + DOWN, serial of 5 digits')).toBeTruthy()
  fireEvent.click(radio)
  expect(radio.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText('5 hex digits: 0–9 and A–F')).toBeTruthy()
})

test('a plant at its limit links to how to get a Pro code', async () => {
  const details = plantWith({ plant: { tier: 'basic' } })
  const limits = { limits: null, units: { basic: 1 } }
  await renderInPlant(<TypeStep types={types.slice(0, 1)} />, details, ({ action }) =>
    action === 'saveCu' ? refusal('UNIT_LIMIT_BASIC', { limit: 1 }) : limits,
  )
  fireEvent.change(await screen.findByLabelText(/Serial/), { target: { value: '0A1B2D' } })
  fireEvent.click(screen.getByRole('button', { name: 'Start enrolment' }))
  const link = await screen.findByRole('link', { name: 'How to get a Pro code' })
  expect(link.getAttribute('href')).toContain('tab=advanced')
})

test('a serial chooses its type where it is certain, and a longer one takes it back', async () => {
  await renderInPlant(<TypeStep types={types} />, plantWith(), () => defaultQuota)
  const serial = await screen.findByLabelText(/Serial/)
  const isRadio = () => screen.getByRole('radio', { name: 'radio unit' }).getAttribute('aria-checked')
  fireEvent.change(serial, { target: { value: '0A1B2' } })
  expect(isRadio()).toBe('true')
  fireEvent.change(serial, { target: { value: '0A1B2C' } })
  expect(isRadio()).toBe('false')
  await choose('wired')
  fireEvent.change(serial, { target: { value: '0A1B2D' } })
  expect(screen.getByRole('radio', { name: 'wired unit' }).getAttribute('aria-checked')).toBe('true')
})

test('the camera and a photo of the label are offered beside the serial', async () => {
  await renderInPlant(<TypeStep types={types} />, plantWith(), () => defaultQuota)
  expect(await screen.findByRole('button', { name: 'Scan with the camera' })).toBeTruthy()
})

const hint = () => screen.findByRole('status')
const choose = async (name: string) => fireEvent.click(await screen.findByRole('radio', { name: `${name} unit` }))

test('a full Basic plant shows its limit before any input', async () => {
  await renderInPlant(<TypeStep types={types} />, plantWith({ plant: { tier: 'basic' } }), () => defaultQuota)
  expect((await hint()).textContent).toContain('A Basic plant cannot hold another central unit')
})

test('a plant with expired Pro shows that another type is not enabled', async () => {
  const details = plantWith({ plant: { tier: 'expired' }, units: [] })
  await renderInPlant(<TypeStep types={types} />, details, () => defaultQuota)
  await choose('radio')
  expect((await hint()).textContent).toContain('only the first type of unit stays enabled')
})

test('a Pro plant shows the limit of a full type only', async () => {
  const units = [unitWith({ cu_type: 'b' })]
  await renderInPlant(<TypeStep types={types} />, plantWith({ units }), () => defaultQuota)
  await choose('c')
  expect((await hint()).textContent).toContain('No further unit of type c unit fits: with Pro a plant holds at most 1')
  await choose('wired')
  expect(screen.queryByRole('status')).toBeNull()
})
