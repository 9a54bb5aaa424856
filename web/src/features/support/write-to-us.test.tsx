import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { WriteToUs } from './WriteToUs.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
})

test('the reference of an error can be copied for a phone call', async () => {
  const clipboardWrite = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: clipboardWrite } })
  const request = '11111111-2222-4333-8444-555555555555'
  await renderInPlant(<WriteToUs words="" page="/plants" request={request} />, plantWith({}), () => ({
    user: { support: { email: 'support@vigilux.test', phone: null } },
  }))
  const line = (await screen.findAllByRole('listitem')).find(({ textContent }) => textContent?.includes(request))
  if (!line) throw new Error('the reference is not there')
  fireEvent.click(within(line).getByRole('button'))
  expect(clipboardWrite).toHaveBeenCalledWith(request)
})
