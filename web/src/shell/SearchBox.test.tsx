import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SessionUser } from '../shared/session/session-api.ts'
import { plantId, plantWith, renderInPlant } from '../testing/plant.tsx'
import { SearchBox } from './SearchBox.tsx'

const user = { userid: plantId, usertype: 'installer', suspended: false } as unknown as SessionUser
const inPlant = { plant_id: plantId, plantname: 'Hotel Bellavista' }
const lamp = (addr: number, condition: string, role = 'installerStaff') => ({
  ...inPlant,
  role,
  topic: 'logica_0A1B2C',
  addr,
  serial: `A1B2C${addr}`,
  description: 'Corridor',
  location: '',
  condition,
})
const noResults = { plants: [], units: [], lamps: [], rooms: [], scenes: [], people: [] }
const unit = {
  ...inPlant,
  role: 'installerStaff',
  topic: 'logicafm_0F201',
  description: '',
  location: '',
  connected: true,
}

const open = async (found: object) => {
  const onClose = vi.fn()
  const answers = ({ action }: { action: string }) => {
    if (action === 'findAnything') return { ...noResults, ...found }
    return action === 'getAllPlants' ? { plants: [], total: 0 } : {}
  }
  const page = await renderInPlant(
    <SearchBox user={user} plantId={plantId} opened takeTyped={() => ''} onClose={onClose} />,
    plantWith(),
    answers,
  )
  const keys = userEvent.setup()
  await keys.type(await screen.findByRole('combobox'), '0131')
  return { ...page, keys, onClose }
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('results are sorted worst first, and nearby ones are requested', async () => {
  const { calls } = await open({
    lamps: [lamp(131, 'ok'), lamp(7, 'error')],
    people: [{ ...inPlant, role: 'clientStaff', userid: 'x', name: 'Bo', memberRole: 'clientOwner', email: null }],
  })
  await screen.findByText(/Lamp 0007/)
  expect(screen.getAllByRole('group').map((group) => group.firstChild?.textContent)).toEqual(['Lamps', 'People'])
  expect(options().map((text) => text?.match(/0131|0007|Bo/)?.[0])).toEqual(['0007', '0131', 'Bo'])
  expect(calls.findLast(({ action }) => action === 'findAnything')).toMatchObject({ text: '0131', near: plantId })
})

test('a lamp is identified by keyboard only', async () => {
  const { calls, keys, onClose } = await open({ lamps: [lamp(131, 'ok')] })
  await keys.type(screen.getByRole('combobox'), ' identify{Enter}')
  await expect
    .poll(() => calls.find(({ action }) => action === 'identifyLamp'))
    .toMatchObject({ topic: 'logica_0A1B2C', addr: 131 })
  expect(onClose).toHaveBeenCalled()
})

test('two letters of an action stand first, above the lamp itself', async () => {
  const { calls, keys } = await open({ lamps: [lamp(131, 'ok')] })
  await keys.type(screen.getByRole('combobox'), ' id')
  expect(await screen.findByRole('option', { name: /Identify: Lamp 0131/ })).toBeTruthy()
  expect(options()).toHaveLength(2)
  await keys.keyboard('{Enter}')
  await expect.poll(() => calls.find(({ action }) => action === 'identifyLamp')).toMatchObject({ addr: 131 })
})

test('“start test” leads to the dialog of the plant, if the role may start one', async () => {
  const { keys } = await open({})
  await keys.clear(screen.getByRole('combobox'))
  await keys.type(screen.getByRole('combobox'), 'start test')
  const hit = await screen.findByRole('option', { name: 'Start test' })
  expect(hit.getAttribute('href')).toBe(`#/plantreport/${plantId}?start=1`)
})

test('a forbidden action shows its reason and is not executed', async () => {
  const { calls, keys, onClose } = await open({ lamps: [lamp(131, 'ok', 'clientStaff')] })
  await keys.type(screen.getByRole('combobox'), ' identify')
  expect(await screen.findByText(/Only the plant’s installers can do this\.$/)).toBeTruthy()
  await keys.keyboard('{Enter}')
  expect(calls.filter(({ action }) => action === 'identifyLamp')).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

test('a test opens its dialog with the unit chosen', async () => {
  const { keys } = await open({ units: [unit] })
  await keys.type(screen.getByRole('combobox'), ' test')
  const hit = await screen.findByRole('option', { name: /Test: Unit 0F201/ })
  expect(hit.getAttribute('href')).toContain('start=logicafm_0F201')
})

test('a search without results says so', async () => {
  await open({})
  expect(await screen.findByText('No results for “0131”.')).toBeTruthy()
})
