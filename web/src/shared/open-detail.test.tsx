import { createMemoryHistory } from '@tanstack/history'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithTexts } from '../testing/render.tsx'
import { useOpenDetail } from './open-detail.ts'
import { useSearchParams } from './search-params.ts'

function Page() {
  const { key, open, close } = useOpenDetail('lamp')
  const [, setSearch] = useSearchParams()
  return (
    <>
      <output>{key ?? 'none'}</output>
      <button type="button" onClick={() => open('1')}>
        one
      </button>
      <button type="button" onClick={() => open('2')}>
        two
      </button>
      <button type="button" onClick={() => setSearch({ q: 'door' })}>
        filter
      </button>
      <button type="button" onClick={close}>
        close
      </button>
    </>
  )
}

const at = async (...entries: string[]) => {
  const history = createMemoryHistory({ initialEntries: entries })
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history })
  await renderWithTexts(<RouterProvider router={router as never} />)
  await screen.findByRole('button', { name: 'close' })
  return history
}
const shows = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('Back closes the opened detail and Forward opens it again', async () => {
  const history = await at('/home', '/list')
  press('one')
  await shows('1')
  press('two')
  await shows('2')
  history.back()
  await shows('none')
  expect(history.location.pathname).toBe('/list')
  history.forward()
  await shows('2')
})

test('closing goes back a step, so that Back leaves the list', async () => {
  const history = await at('/home', '/list')
  press('one')
  await shows('1')
  press('close')
  await shows('none')
  history.back()
  await waitFor(() => expect(history.location.pathname).toBe('/home'))
})

test('closing keeps a filter that was set meanwhile', async () => {
  const history = await at('/list')
  press('one')
  await shows('1')
  press('filter')
  await waitFor(() => expect(history.location.search).toContain('door'))
  press('close')
  await shows('none')
  expect(history.location.search).toBe('?q=door')
})

test('a detail opened by a link closes without leaving the page', async () => {
  const history = await at('/home', '/list?lamp=7')
  await shows('7')
  press('close')
  await shows('none')
  expect(history.location.pathname).toBe('/list')
})
