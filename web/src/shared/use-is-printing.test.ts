import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useIsPrinting } from './use-is-printing.ts'

afterEach(() => vi.unstubAllGlobals())

test('the page is printed from the browser’s word on, whatever the medium says yet', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  const { result } = renderHook(() => useIsPrinting())
  const say = (event: string) => act(() => void dispatchEvent(new Event(event)))
  expect(result.current).toBe(false)
  say('beforeprint')
  expect(result.current).toBe(true)
  say('afterprint')
  expect(result.current).toBe(false)
})
