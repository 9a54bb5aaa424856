import { expect, test } from 'vitest'
import { clusterMarks } from './cluster-marks.ts'
import type { Mark } from './draw-marks.ts'

const mark = (key: string, x: number, tone: Mark['tone'] = 'ok'): Mark => ({
  key,
  x,
  y: 0.5,
  tone,
  shape: 'circle',
  label: key,
})
/** A plan of a thousand pixels, drawn at a scale. */
const at =
  (scale: number) =>
  ({ x, y }: { x: number; y: number }) => ({ x: x * 1_000 * scale + 1, y: y * 1_000 * scale + 1 })
const four = [mark('a', 0), mark('b', 0.001), mark('c', 0.002, 'error'), mark('d', 0.003, 'offline')]

test('overlapping marks form a cluster with their count and worst state', () => {
  const { single, joined: clusters } = clusterMarks([...four, mark('e', 0.9)], at(1), new Set())
  expect(single.map(({ key }) => key)).toEqual(['e'])
  expect(clusters).toEqual([{ x: expect.closeTo(0.0015), y: 0.5, tone: 'error', count: 4 }])
})

test('three close marks stay separate, and zooming in splits clusters', () => {
  expect(clusterMarks(four.slice(0, 3), at(1), new Set()).joined).toEqual([])
  expect(clusterMarks(four, at(40), new Set()).joined).toEqual([])
})

test('a selected mark is never hidden in a cluster', () => {
  const { single, joined: clusters } = clusterMarks([...four, mark('x', 0.002)], at(1), new Set(['c']))
  expect(single.map(({ key }) => key)).toEqual(['c'])
  expect(clusters).toMatchObject([{ count: 4, tone: 'offline' }])
})
