import { describe, expect, it } from 'vitest'
import {
  addStep,
  applyDraft,
  clampToPlan,
  type Draft,
  diffPlaces,
  emptyPlanDraft,
  isEmptyPlanDraft,
  keepLaterChanges,
  maxSteps,
  parseDraft,
  placeInRow,
  redoStep,
  type Spot,
  undoStep,
} from './draft.ts'

const savedSpots = new Map<string, Spot>([
  ['u.1', [0.1, 0.1]],
  ['u.2', [0.2, 0.2]],
])
const move = (draft: Draft, key: string, after: Spot | null) =>
  addStep(draft, [[key, applyDraft(savedSpots, draft).get(key) ?? null, after]], 7)

describe('a draft', () => {
  it('is applied over the saved places and lists the changes to save', () => {
    const draft = move(move(move(emptyPlanDraft, 'u.1', [0.5, 0.5]), 'u.2', null), 'u.3', [0.3, 0.3])
    expect(draft.version).toBe(7)
    expect(diffPlaces(savedSpots, applyDraft(savedSpots, draft))).toEqual({
      placed: [
        ['u.1', [0.5, 0.5]],
        ['u.3', [0.3, 0.3]],
      ],
      removed: ['u.2'],
    })
  })

  it('that returns to the saved places has no changes', () => {
    const movedAway = move(emptyPlanDraft, 'u.1', [0.5, 0.5])
    const movedBack = move(movedAway, 'u.1', [0.1, 0.1])
    expect(diffPlaces(savedSpots, applyDraft(savedSpots, movedBack))).toEqual({ placed: [], removed: [] })
  })

  it('undoes and redoes a hundred steps and keeps the effect of older ones', () => {
    let draft = emptyPlanDraft
    for (let at = 1; at <= maxSteps + 20; at++) draft = move(draft, 'u.1', [at / 1_000, 0])
    expect(applyDraft(savedSpots, draft).get('u.1')).toEqual([0.12, 0])
    let undone = draft
    for (let at = 0; at < maxSteps + 50; at++) undone = undoStep(undone)
    expect(applyDraft(savedSpots, undone).get('u.1')).toEqual([0.02, 0])
    let redone = undone
    for (let at = 0; at < maxSteps + 50; at++) redone = redoStep(redone)
    expect(applyDraft(savedSpots, redone).get('u.1')).toEqual([0.12, 0])
    expect(move(undoStep(draft), 'u.2', null).undone).toEqual([])
  })

  it('keeps the changes made while it was saved, and nothing else', () => {
    const sent = move(move(emptyPlanDraft, 'u.1', [0.5, 0.5]), 'u.2', [0.6, 0.6])
    expect(keepLaterChanges(savedSpots, sent, sent, 8)).toEqual(emptyPlanDraft)
    const later = move(move(undoStep(sent), 'u.1', null), 'u.3', [0.3, 0.3])
    expect(keepLaterChanges(savedSpots, sent, later, 8)).toEqual({
      version: 8,
      settled: [],
      done: [
        [
          ['u.2', [0.6, 0.6], [0.2, 0.2]],
          ['u.3', null, [0.3, 0.3]],
          ['u.1', [0.5, 0.5], null],
        ],
      ],
      undone: [],
    })
  })

  it('keeps its base version and stays empty without changes', () => {
    const firstDraft = addStep(emptyPlanDraft, [['u.1', null, [0, 0]]], 7)
    expect(addStep(firstDraft, [['u.2', null, [0, 0]]], 9).version).toBe(7)
    expect(isEmptyPlanDraft(addStep(emptyPlanDraft, [], 9))).toBe(true)
  })

  it('in an invalid format is ignored', () => {
    const draft = move(emptyPlanDraft, 'u.1', [0.5, 0.5])
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
    for (const malformedDraft of [
      undefined,
      null,
      1,
      {},
      { ...draft, done: [[['u.1', null, [2, 0]]]] },
      { ...draft, settled: 1 },
    ])
      expect(parseDraft(malformedDraft)).toBe(emptyPlanDraft)
  })
})

it('aligned lamps get equal gaps from end to end', () => {
  const row = placeInRow(['a', 'b', 'c'], [0, 0.5], [1, 0.7])
  expect(row.map(([key, [x]]) => [key, x])).toEqual([
    ['a', 0],
    ['b', 0.5],
    ['c', 1],
  ])
  expect(row[1]?.[1][1]).toBeCloseTo(0.6)
  expect(placeInRow(['a'], [0.2, 0.3], [1, 1])).toEqual([['a', [0.2, 0.3]]])
})

it('a lamp dragged beyond the edge stays on the plan', () => {
  expect(clampToPlan([-0.5, 1.5])).toEqual([0, 1])
})
