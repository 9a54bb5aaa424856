import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../testing/render.tsx'
import { chunkTimeoutMs, lazy, withTimeout } from './lazy.tsx'

test('a page is awaited for 120 s as specified', () => {
  expect(chunkTimeoutMs).toBe(120_000)
})

test('code that arrives in time is used', async () => {
  expect(await withTimeout(Promise.resolve('page'), 1000)).toBe('page')
})

test('the wait ends for code that does not arrive', async () => {
  await expect(withTimeout(new Promise(() => undefined), 5)).rejects.toMatchObject({ code: 'chunk_timeout' })
})

test('missing code after a new release is a distinct failure', async () => {
  await expect(withTimeout(Promise.reject(new Error('404')), 1000)).rejects.toMatchObject({ code: 'chunk_failed' })
})

const ThePart = () => <p>the part</p>

describe('a lazy part', () => {
  const failImport = (): Promise<typeof ThePart> => Promise.reject(new Error('gone'))
  const draw = (part: ReactNode) =>
    renderWithTexts(
      <>
        <input aria-label="Name" defaultValue="typed" />
        {part}
      </>,
    )

  afterEach(cleanup)

  test('that fails to load shows an error in place and loads on retry', async () => {
    const load = vi.fn(failImport)
    const Part = lazy(load)
    await draw(<Part />)
    const tryAgain = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'typed')
    load.mockResolvedValueOnce(ThePart)
    fireEvent.click(tryAgain)
    await screen.findByText('the part')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('that is quiet fails silently and loads automatically after reconnecting', async () => {
    const load = vi.fn(failImport)
    const Part = lazy(load, { quiet: true })
    await draw(<Part />)
    load.mockResolvedValueOnce(ThePart)
    await vi.waitFor(() => {
      fireEvent.online(window)
      expect(load).toHaveBeenCalledTimes(2)
    })
    expect(screen.queryByRole('alert')).toBe(null)
    await screen.findByText('the part')
  })

  test('is loaded once for all users and rendered at once afterwards', async () => {
    const load = vi.fn(async () => ThePart)
    const Part = lazy(load)
    await draw([<Part key="one" />, <Part key="two" />])
    expect(await screen.findAllByText('the part')).toHaveLength(2)
    cleanup()
    await draw(<Part />)
    expect(screen.getByText('the part')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })
})
