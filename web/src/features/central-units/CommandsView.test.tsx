import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { CommandsView } from './CommandsView.tsx'
import type { CurrentUnit } from './use-unit.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const facts = (...commands: string[]) => ({ commands, maxLamps: 32, commandAction: 'logicaCommand' }) as never
const limits = { autonomyHours: [1, 1.5, 2, 3, 8] }

/** The commands view of a unit with these commands; returns a reader of the calls. */
const open = async (commands: string[], detail: object = {}) => {
  const unit: CurrentUnit = {
    unit: unitWith(),
    topic,
    facts: facts(...commands),
    reportedAt: null,
    detail: unitDetail.parse(detail),
  }
  const { calls } = await renderInPlant(<CommandsView open={unit} />, plantWith(), ({ action }) => {
    if (action === 'getLimits') return limits
    return action === 'getOperations' ? { operations: [] } : refusal('UNIT_BUSY')
  })
  await screen.findAllByRole('listitem')
  return (action: string) => calls.filter((call) => call.action === action)
}
const row = (name: string) => {
  const found = screen.getAllByRole('listitem').find((one) => within(one).queryByText(name, { selector: 'b' }))
  if (!found) throw new Error(`no row ${name}`)
  return found
}
const button = (name: string, text: string) => within(row(name)).getByRole('button', { name: text })
const reasonOf = (one: HTMLElement) => one.getAttribute('aria-description')

test('the view lists the commands of the type with their descriptions', async () => {
  await open(['refresh', 'setClock'])
  expect(screen.getAllByRole('listitem').map((one) => one.querySelector('p')?.textContent)).toEqual([
    'Asks the unit to report everything again, every lamp included.',
    'Sets the unit’s clock to the right time.',
  ])
})

test('a harmless command is sent at once, and a restart asks first', async () => {
  const inputsOf = await open(['refresh', 'resetCu'])
  fireEvent.click(button('Report everything', 'Report everything'))
  await vi.waitFor(() => expect(inputsOf('logicaCommand')).toMatchObject([{ plantId, topic, command: 'refresh' }]))
  fireEvent.click(button('Restart', 'Restart'))
  const dialog = await screen.findByRole('dialog', { name: 'Restart unit 0A1B2C?' })
  expect(inputsOf('resetCu')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Restart' }))
  await vi.waitFor(() => expect(inputsOf('resetCu')).toMatchObject([{ plantId, topic }]))
})

test('emergency mode asks for a reason and an empty building first', async () => {
  const inputsOf = await open(['emergencyOn'])
  fireEvent.click(button('Start emergency mode', 'Start emergency mode'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Light 4 emergency lamps from their batteries?' }))
  dialog.getByText('Until they are recharged there is no emergency light.')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Evacuation drill' } })
  fireEvent.click(dialog.getByRole('checkbox'))
  fireEvent.click(dialog.getByRole('button', { name: 'Start emergency mode' }))
  await vi.waitFor(() =>
    expect(inputsOf('logicaCommand')).toMatchObject([{ topic, command: 'emergencyOn', reason: 'Evacuation drill' }]),
  )
})

test('a rated duration is written only after a choice', async () => {
  const inputsOf = await open(['config'])
  const write = button('Lamps and rated duration', 'Write into the unit')
  expect(reasonOf(write)).toBe('No changes.')
  fireEvent.change(screen.getByLabelText('Number of lamps'), { target: { value: '5' } })
  expect(reasonOf(write)).toBe('Choose the rated duration first.')
  fireEvent.click(write)
  expect(inputsOf('config')).toEqual([])
  fireEvent.click(screen.getByRole('combobox', { name: 'Rated duration' }))
  fireEvent.click(await screen.findByRole('option', { name: '3 h' }))
  fireEvent.click(write)
  await vi.waitFor(() => expect(inputsOf('config')).toMatchObject([{ plantId, topic, num_lamp: 5, ore_autonomia: 3 }]))
})

test('a change of the number of lamps keeps the reported rated duration', async () => {
  const inputsOf = await open(['config'], { ratedHours: 1.5 })
  fireEvent.change(screen.getByLabelText('Number of lamps'), { target: { value: '5' } })
  fireEvent.click(button('Lamps and rated duration', 'Write into the unit'))
  await vi.waitFor(() => expect(inputsOf('config')).toMatchObject([{ num_lamp: 5, ore_autonomia: 1.5 }]))
})
