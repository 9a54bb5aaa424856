import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { followPointers } from './pointers.ts'

const work = { down: vi.fn(), move: vi.fn(), up: vi.fn(), cancel: vi.fn(), zoom: vi.fn() }
let box: HTMLDivElement
beforeEach(() => {
  vi.clearAllMocks()
  box = document.createElement('div')
  box.setPointerCapture = () => undefined
  followPointers(box, work)
})
const at = (x: number, y: number, pointerId = 1) => ({ clientX: x, clientY: y, pointerId, button: 0 })

test('a trembling press is a press, and a longer move is a drag', () => {
  fireEvent.pointerDown(box, at(10, 10))
  fireEvent.pointerMove(box, at(12, 11))
  fireEvent.pointerUp(box, at(12, 11))
  expect(work.move).not.toHaveBeenCalled()
  expect(work.up).toHaveBeenLastCalledWith({ x: 12, y: 11 }, { moved: false, more: false })
  fireEvent.pointerDown(box, at(10, 10))
  fireEvent.pointerMove(box, at(30, 10))
  fireEvent.pointerMove(box, at(35, 12))
  fireEvent.pointerUp(box, { ...at(35, 12), shiftKey: true })
  expect(work.move.mock.calls.map(([, delta]) => delta)).toEqual([
    [20, 0],
    [5, 2],
  ])
  expect(work.up).toHaveBeenLastCalledWith({ x: 35, y: 12 }, { moved: true, more: true })
})

test('a second finger ends the drag of the first and zooms', () => {
  fireEvent.pointerDown(box, at(10, 10))
  fireEvent.pointerDown(box, at(110, 10, 2))
  expect(work.cancel).toHaveBeenCalledOnce()
  fireEvent.pointerMove(box, at(210, 10, 2))
  expect(work.zoom).toHaveBeenLastCalledWith(expect.objectContaining({ x: 110, y: 10 }), 2)
  fireEvent.pointerUp(box, at(210, 10, 2))
  fireEvent.pointerUp(box, at(10, 10))
  expect(work.up).not.toHaveBeenCalled()
})

test('the wheel zooms at the pointer without scrolling the page', () => {
  expect(fireEvent.wheel(box, { ...at(40, 50), deltaY: -100 })).toBe(false)
  const [place, factor] = work.zoom.mock.lastCall ?? []
  expect(place).toEqual({ x: 40, y: 50 })
  expect(factor).toBeGreaterThan(1)
})
