import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SessionUser } from '../shared/session/session-api.ts'
import { plantId, plantWith, renderInPlant } from '../testing/plant.tsx'
import { SearchDialog } from './SearchDialog.tsx'

const user = { userid: plantId, usertype: 'installer', suspended: false } as unknown as SessionUser
const noResults = { plants: [], units: [], lamps: [], rooms: [], scenes: [], people: [] }

const valueOfSearch = () => (screen.queryByRole('combobox') as HTMLInputElement | null)?.value

const openDialog = async () => {
  const answers = ({ action }: { action: string }) =>
    action === 'findAnything' ? noResults : action === 'getAllPlants' ? { plants: [], total: 0 } : {}
  const content = (
    <>
      <SearchDialog user={user} plantId={plantId} />
      <input aria-label="Note" />
    </>
  )
  const page = await renderInPlant(content, plantWith(), answers)
  return { ...page, keys: userEvent.setup() }
}

test('keys typed before the search has opened are in its field', async () => {
  const { keys, calls } = await openDialog()
  await keys.keyboard('{Control>}k{/Control}0131x{Backspace} id{Enter}')
  await expect.poll(valueOfSearch).toBe('0131 id')
  await expect.poll(() => calls.find(({ action }) => action === 'findAnything')).toMatchObject({ text: '0131' })
})

test('keys go to the page again once the search is closed', async () => {
  const { keys } = await openDialog()
  await keys.keyboard('{Control>}k{/Control}01')
  await expect.poll(valueOfSearch).toBe('01')
  await keys.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('combobox')).toBeNull()
  await keys.type(screen.getByRole('textbox', { name: 'Note' }), 'abc')
  expect((screen.getByRole('textbox', { name: 'Note' }) as HTMLInputElement).value).toBe('abc')
})
