import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { StoredNameForm } from './StoredNameForm.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const label = 'Name in the unit'

/** The form of a unit of a type with these commands, which stores eight characters. */
const open = async (lamps: { lamp?: number }[], commands = ['setCuName', 'setLampName']) => {
  const help = ({ count, now }: { count: number; now: string }) => `At most ${count}. Now: ${now}`
  const forms = lamps.map(({ lamp }) => (
    <StoredNameForm key={lamp ?? 0} unit={unitWith()} {...(lamp && { lamp })} name="CELLAR" help={help} />
  ))
  const { calls } = await renderInPlant(forms, plantWith(), ({ action }) => {
    if (action === 'getUnitTypes') return { types: [{ cu_type: 'imagined', nameLength: 8, commands }] }
    return refusal('UNIT_BUSY')
  })
  return (action: string) => calls.filter((call) => call.action === action)
}
const send = (name: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Send to the unit' }))
}

test.each([
  ['the unit', {}, 'setCuName', { plantId, topic, cuName: 'ATTIC' }],
  ['a lamp', { lamp: 7 }, 'setLampName', { plantId, topic, addr: 7, lampName: 'ATTIC' }],
] as const)('the name of %s is sent to the unit', async (_, lamp, action, input) => {
  const inputsOf = await open([lamp])
  expect(await screen.findByLabelText(label)).toHaveProperty('value', 'CELLAR')
  expect(screen.getByText('At most 8. Now: CELLAR')).toBeDefined()
  send('ATTIC')
  await vi.waitFor(() => expect(inputsOf(action)).toMatchObject([input]))
})

test('a name that the unit cannot store is not sent', async () => {
  const inputsOf = await open([{}])
  await screen.findByLabelText(label)
  send('CELLAR TWO')
  expect(await screen.findByText('This is too long.')).toBeDefined()
  expect(inputsOf('setCuName')).toEqual([])
})

test('a type that stores no names of lamps has a form for the unit alone', async () => {
  await open([{}, { lamp: 7 }], ['setCuName'])
  expect(await screen.findAllByLabelText(label)).toHaveLength(1)
})
