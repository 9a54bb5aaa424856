import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Aggregation } from '@vigilux/contract/features/aggregations/aggregation.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { AggregationsPage } from './AggregationsPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const stairs: Aggregation = { id: 'a1', name: 'Stairs', cu: topic, groups: [3, 5], uses: [], version: 1 }
const lamps = [[3], [5, 7], [1], []].map((groups, at) => ({ cu: topic, id: at + 1, groups, type: 'emergency' }))

type Answers = Parameters<typeof renderInPlant>[2]
const open = (collections: readonly Aggregation[], answers: Answers = () => ({}), plant = plantWith()) =>
  renderInPlant(<AggregationsPage />, plant, (call) => {
    if (call.action === 'getCollections') return { collections }
    if (call.action === 'getLamps') return { lamps, total: lamps.length, next: null }
    if (call.action === 'getGroups')
      return { groups: [{ cu: topic, group: 3, name: 'Up', description: '', version: 1 }] }
    return answers?.(call)
  })

test('the list shows groups by name and counts their lamps', async () => {
  await open([stairs])
  const row = (await screen.findByText('Stairs')).closest('tr')
  await waitFor(() => expect(within(row as HTMLElement).getByText('2')).toBeDefined())
  expect(within(row as HTMLElement).getByText('3 Up, 5')).toBeDefined()
})

test('a new aggregation needs a name and a group, and a duplicate name is refused', async () => {
  const { calls } = await open([], ({ action }) => action === 'saveCollection' && refusal('COLLECTION_NAME_TAKEN'))
  fireEvent.click(await screen.findByRole('button', { name: 'New aggregation' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Choose at least one group.')).toBeDefined()
  expect(calls.some(({ action }) => action === 'saveCollection')).toBe(false)
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Hall' } })
  for (const name of ['16', '3 Up']) fireEvent.click(screen.getByRole('checkbox', { name }))
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Another aggregation of the plant has this name.')).toBeDefined()
  const collection = { name: 'Hall', topic, groups: [3, 16] }
  expect(calls.find(({ action }) => action === 'saveCollection')).toMatchObject({ collection })
})

test('a conflicting save shows both versions and can overwrite', async () => {
  let saveCount = 0
  const { calls } = await open([stairs], ({ action, collection }) => {
    if (action !== 'updateCollection') return {}
    saveCount += 1
    const now = { ...stairs, name: 'Staircase', version: 4 }
    return saveCount === 1
      ? refusal('CHANGED_MEANWHILE', { now })
      : { collection: { ...stairs, ...(collection as object), version: 5 } }
  })
  fireEvent.click(await screen.findByText('Stairs'))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Steps' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Staircase')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saveCount).toBe(2))
  expect(calls.findLast(({ action }) => action === 'updateCollection')).toMatchObject({
    collectionId: 'a1',
    version: 4,
    collection: { name: 'Steps', topic, groups: [3, 5] },
  })
})

test('a reader cannot change anything', async () => {
  await open([stairs], undefined, plantWith({ plant: { role: 'clientStaff' } }))
  expect((await screen.findByRole('button', { name: 'New aggregation' })).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(await screen.findByText('Stairs'))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(name).toHaveProperty('readOnly', true)
  for (const button of ['Save', 'Remove'])
    expect(screen.getByRole('button', { name: button }).getAttribute('aria-disabled')).toBe('true')
})

test('a used aggregation lists its zones and asks before removal', async () => {
  const uses = [{ kind: 'zone' as const, id: 'z1', name: 'Night' }]
  const { calls } = await open([{ ...stairs, uses }])
  fireEvent.click(await screen.findByText('Stairs'))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Stairs?' }))
  expect(dialog.getByText('Zone Night')).toBeDefined()
  expect(calls.some(({ action }) => action === 'removeCollection')).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(calls.find(({ action }) => action === 'removeCollection')).toMatchObject({ confirmed: true }),
  )
})
