import { groupsInPayload } from '@vigilux/contract/features/groups/group.rules.ts'
import { expect, test } from 'vitest'
import { groupSteps } from './group-steps.ts'

test('an undo never removes a lamp from its only groups', () => {
  const now = new Map([
    [1, { groups: [1, 2] }],
    [2, { groups: [] }],
    [3, { groups: [] }],
  ])
  const newGroups = new Map([
    [1, [3]],
    [2, [4]],
  ])
  const [step] = groupSteps(now, newGroups)
  const [undoStep] = step?.undo ?? []
  const payload = undoStep?.name === 'setMultiGroup' ? undoStep.payload : ''
  expect([1, 2, 3].map((index) => groupsInPayload(payload, index))).toEqual([[1, 2], [4], []])
})
