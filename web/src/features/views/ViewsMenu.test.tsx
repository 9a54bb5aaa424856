import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'
import { isSameView, viewParamsOf, viewPath } from './view-links.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const view = (id: string, name: string, params = {}) => ({ id, name, list: 'emergency', params, version: 3 })
const stairs = view('v1', 'Stairs in error', { f: 'error', cols: 'number,room' })

async function open(answers: (call: { action: string }) => unknown, params = {}) {
  const page = await renderInPlant(<ViewsMenu list="emergency" params={params} />, plantWith(), answers)
  const writes = () => page.calls.filter(({ action }) => action === 'saveView' || action === 'removeView')
  return { ...page, writes }
}
const answerViews =
  (...views: unknown[]) =>
  ({ action }: { action: string }) =>
    action === 'getViews' ? { views } : {}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))

test('a view is opened by a link with all its settings', async () => {
  await open(answerViews(stairs, view('v2', 'Way out')))
  // The active view.
  await press('Way out')
  const link = await screen.findByRole('menuitem', { name: 'Stairs in error' })
  expect(link.getAttribute('href')).toBe(`#/plantcentralunits/${plantId}/emergency?f=error&cols=number%2Croom`)
})

test('the menu shows the name of the current view', async () => {
  await open(answerViews(stairs), { f: 'error', cols: 'number,room' })
  await screen.findByRole('button', { name: 'Stairs in error' })
})

test('the current view is saved under a name and replaces one of that name', async () => {
  const { writes } = await open(answerViews(stairs), { f: 'offline' })
  await press('Views')
  await choose('Save this view')
  const field = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(field, { target: { value: 'New one' } })
  expect(screen.queryByText(/is replaced/)).toBeNull()
  fireEvent.change(field, { target: { value: ' stairs IN error' } })
  await screen.findByText('The view Stairs in error is replaced by this one.')
  await press('Save')
  await waitFor(() => expect(writes()).toHaveLength(1))
  expect(writes()[0]).toMatchObject({
    view: { name: 'stairs IN error', list: 'emergency', params: { f: 'offline' } },
    known: { viewId: 'v1', version: 3 },
  })
})

test('a refused view shows the reason and keeps the input', async () => {
  const limitRefusal = refusal('VIEW_LIMIT', { limit: 50 })
  await open(({ action }) => (action === 'saveView' ? limitRefusal : { views: [] }))
  await press('Views')
  await screen.findByText('No views are saved yet.')
  await choose('Save this view')
  await press('Save')
  await screen.findByText('Cannot be empty.')
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'One more' } })
  await press('Save')
  await screen.findByText('You keep at most 50 views of a plant. Remove one first.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('One more')
})

test('a view is renamed and removed', async () => {
  const { writes } = await open(answerViews(stairs))
  await press('Views')
  await choose('Rename or remove')
  await press('Rename view Stairs in error')
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of Stairs in error' }), { target: { value: 'Stairs' } })
  await press('Save')
  await waitFor(() => expect(writes()).toHaveLength(1))
  const { name: _, ...sameView } = stairs
  expect(writes()[0]).toMatchObject({
    view: { name: 'Stairs', list: sameView.list, params: sameView.params },
    known: { viewId: 'v1', version: 3 },
  })
  await press('Remove view Stairs in error')
  await waitFor(() => expect(writes()[1]).toMatchObject({ action: 'removeView', viewId: 'v1' }))
})

test('a view stores neither the page nor the open detail', () => {
  const search = { q: 'hall', page: '2', lamp: 'logica_0A1B2C.4', room: 'r', other: 'x' }
  expect(viewParamsOf(search)).toEqual({ q: 'hall', room: 'r' })
  expect(viewPath('P', { list: 'all', params: { q: 'hall' } })).toBe('/plantcentralunits/P?q=hall')
  expect(viewPath('P', { list: 'other', params: {} })).toBe('/plantcentralunits/P/sensors')
  expect(isSameView({ q: 'a', f: '' }, { q: 'a' })).toBe(true)
  expect(isSameView({ q: 'a' }, { q: 'a', sort: '-number' })).toBe(false)
})
