import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../testing/render.tsx'

test('the code of a page loads once a pointer rests on a link to it', async () => {
  const { router } = await renderAt('/responsive')
  const { component } = router.routesByPath['/terms'].options
  expect(component.preload).toBeDefined()
  fireEvent.pointerEnter(await screen.findByRole('link', { name: 'Terms of use' }))
  await waitFor(() => expect(component.preload).toBeUndefined())
  expect(router.state.location.pathname).toBe('/responsive')
})
